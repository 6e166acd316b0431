"""Makes the pages at /docs, of the chapters in `docs/` and of what the code says of itself."""
