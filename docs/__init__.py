"""The chapters of the documentation, and in `site` what makes pages of them."""
