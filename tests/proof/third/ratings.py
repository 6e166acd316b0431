"""What a game does to the ratings of those who are compared in it."""

from math import exp, sqrt

BETA, TAU, KAPPA = 25 / 6, 25 / 300, 0.0001


def rated(before, ranks):
    """Means and deviations after the game, from those before it."""
    spreads = [sqrt(deviation**2 + TAU**2) for _, deviation in before]
    scale = sqrt(sum(spread**2 + BETA**2 for spread in spreads))
    weights = [exp(mean / scale) for mean, _ in before]
    return [after(me, before, ranks, (spreads, scale, weights)) for me in range(len(before))]


def after(me, before, ranks, told):
    spreads, scale, weights = told
    shift = shrink = 0
    for other in (other for other, rank in enumerate(ranks) if rank <= ranks[me]):
        field = sum(weight for weight, rank in zip(weights, ranks, strict=True) if rank >= ranks[other])
        chance, equals = weights[me] / field, ranks.count(ranks[other])
        shift += ((other == me) - chance) / equals
        shrink += chance * (1 - chance) / equals
    mean = before[me][0] + spreads[me] ** 2 / scale * shift
    deviation = spreads[me] * sqrt(max(1 - (spreads[me] / scale) ** 3 * shrink, KAPPA))
    return f"{mean:.6f}", f"{deviation:.6f}"
