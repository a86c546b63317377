"""The commands of this part: each parses its arguments, calls one function and prints.

What a command found goes to stdout, what it says about its work to stderr. Errors of the call
and of the data are raised, or end the command with exit code 1 (see `kifu.notation.errors`).
"""
