"""What operators watch: whether a process is alive and ready, and its metrics."""
