"""What an editor asks while a record is written: findings, moves, hover."""
