"""Cards that a record does not know: which are needed, and which its moves prove."""
