"""Tables, games and actions over HTTP."""
