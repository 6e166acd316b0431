"""What several games share as a whole."""
