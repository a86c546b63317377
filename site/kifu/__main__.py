"""`python -m kifu`: the same as the command `kifu`."""

from kifu.cli import main

main()
