"""What people read of a record: the table of a ply, choices, findings, chronicles."""
