"""Players: what answers a state with an action; one protocol, one registry."""
