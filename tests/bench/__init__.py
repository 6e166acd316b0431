"""Benchmarks: a file here whose `measure` returns figures is one. Run them with `make bench`."""
