"""Four planners at World, as when everybody is away: twenty deals, and how the worst seats come out."""

from statistics import mean, pstdev

from tests.bench.frame import Figure
from tests.bots.planning.stand_ins import SEATS, play_world

DEALS = range(1000, 1020)


def measure() -> list[Figure]:
    seats = [seat for deal in DEALS for seat in play_world(deal)]
    scores = sorted(seat.score for seat in seats)
    return [
        Figure("score", mean(scores), "points", f"{len(DEALS)} deals, {SEATS} seats each"),
        Figure("score, standard deviation", pstdev(scores), "points"),
        Figure("worst seat", scores[0], "points", f"the next: {scores[1:5]}", bar="≥ 60"),
        Figure("seats below 100", sum(score < 100 for score in scores), "seats"),
        Figure("draws of tickets", sum(seat.draws for seat in seats), "draws"),
        Figure("drawn tickets not completed", sum(seat.failed for seat in seats), "tickets", bar="0"),
        Figure("cards left in the hand", mean(seat.cards for seat in seats), "cards a seat"),
    ]
