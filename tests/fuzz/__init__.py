"""The parsers, fed with what nobody meant: `make fuzz`."""
