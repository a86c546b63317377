"""What a page or a picture says of a match, as plain data without markup."""
