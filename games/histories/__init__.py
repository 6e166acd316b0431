"""What finished games say: how they are found, what they say together, and how people behaved in them."""
