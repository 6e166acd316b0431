"""How people sign in: with a password, a passkey or a recovery code."""
