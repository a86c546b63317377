"""The site: a whole archive, or a folder of records, as pages."""
