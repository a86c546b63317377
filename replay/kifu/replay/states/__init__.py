"""What the states of games share: moves as numbers, playing on by policies, helpers for authors."""
