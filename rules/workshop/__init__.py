"""For authors of boards: a first board to change, and an inspection that finds what is wrong with one."""
