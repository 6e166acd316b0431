"""Whether chance was fair: shuffles, deals, markets and lots of many games, counted and tested."""
