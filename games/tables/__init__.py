"""Tables: who opens them, who sits at them, and what is asked of them."""
