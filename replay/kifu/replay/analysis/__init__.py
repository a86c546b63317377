"""What every decision of a match was worth: sight, worlds, players, judgements."""
