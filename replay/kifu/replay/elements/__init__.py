"""What chance, games and states are made of: native numbers, lots, tokens as numbers, placing."""
