"""`make chaos ARGS=costs`: what the dearest request to each operation and page costs the server.

For every operation it sends the largest valid request that the limits allow, and several kinds of invalid
ones, and measures the processor time of the web server, the proxy, PostgreSQL and Redis. The figure is the
ratio to a usual GET of a game, taken in the same run.
"""
