"""The documentation: the files of `docs/` and what the code says of itself, as pages under /docs."""
