"""A door for assistants: an MCP server that plays for one account, over the public API alone."""
