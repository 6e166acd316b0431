"""Views of the pages, one module per subject."""
