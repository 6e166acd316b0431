"""Friends, blocked players, and who may invite whom."""
