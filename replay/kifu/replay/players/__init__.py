"""Who chooses the moves of simulated matches, and the matches that they play."""
