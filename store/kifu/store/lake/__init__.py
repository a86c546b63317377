"""A lake: what an archive holds, in a Delta table that many processes write at once."""
