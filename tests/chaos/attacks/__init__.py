"""`make chaos ARGS=attacks`: how long a good client waits while somebody attacks, from the same address.

Two good players take turns at one table, 14 requests a second: reads, legal actions and moves. Each attack
runs beside them in a process of its own. The figures are milliseconds, and their ratio to those of the same
client just before the attack.
"""
