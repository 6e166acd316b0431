"""The endpoints of the protocol, the pages of players, and the API about apps."""
