"""The end of a game: the scores are counted, the seed is revealed and the players are rated."""

from __future__ import annotations

from uuid import UUID

from games.log.seeds import seed_of
from games.moves.change import changing
from games.moves.due import games_waiting
from games.ratings.services import game_rate, ratings_lock
from games.work.attempts import Work, game_attempt
from rules import ruleset
from rules.table.life import RevealSeed
from rules.table.state import Status


def game_settle_if_due(game_id: UUID) -> None:
    if games_waiting(Work.SETTLEMENTS).filter(pk=game_id).exists():
        game_attempt(game_id, Work.SETTLEMENTS, lambda: game_settle(game_id))


def game_settle(game_id: UUID) -> None:
    """Count the scores, reveal the seed and rate the players. Does nothing unless the last turn is over."""
    with changing(game_id) as change:
        if change.folded.status is not Status.SCORING or change.folded.state is None:
            return
        rules, ratings = ruleset(change.folded.table.ruleset), ratings_lock(change.game, change.folded)
        change.put_off(ratings.rated_at)
        change.write(rules.settle(change.folded.state))
        change.decide(RevealSeed(seed_of(game_id).hex()))
        game_rate(change.game, change.folded, ratings, at=change.now)
