"""Problems to solve: positions of real matches in which one option is clearly the best."""
