"""What the table does by itself between decisions. Each looks at the state, not at the last event."""
