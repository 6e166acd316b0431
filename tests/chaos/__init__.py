"""`make chaos`: real processes, random faults, good clients, and what must hold of all they were told."""
