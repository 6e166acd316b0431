"""Posting to addresses that strangers have given us: where to, signed by whom, and within what bounds."""
