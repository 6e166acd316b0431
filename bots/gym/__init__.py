"""The games as a PettingZoo environment, for reinforcement learning: `from bots.gym.environment import env`.

It needs the extra `rl` (pettingzoo, gymnasium, numpy); nothing else of this project does. What the actions
are called by number (`action_numbers`) needs no more than the rules.
"""
