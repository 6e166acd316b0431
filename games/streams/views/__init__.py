"""Where a stream is asked for."""
