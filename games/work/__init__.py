"""Due work: everything that happens without a request, done in one way.

The database says what is due. A bot's turn, a settlement and a deadline are columns of the game, written
with the move that causes them. A message to a player is a row of the outbox. A game for the search and a
fact for the public log are rows, too. A Celery message names one version of one game and, if it comes
late or twice, finds nothing to do. So no message has to survive, and no task waits in the broker for
hours.

A wake-up makes it quick, the clock makes it sure (`broker`, `config.queues`). Celery's `acks_late` and
`reject_on_worker_lost` give the message of a dead worker to another: at once if only its process died, else
after the `visibility_timeout` of ten minutes. The sweep is quicker, and also finds what Redis has lost.

A lease lets one worker at a time do it (`leases`). Games, data sets and the nightly audit have leases in
Redis, which save work; correctness comes from the row lock and the version. The lease of a game outlasts
the longest task by five seconds and expires after 45, so a game whose worker was killed continues then
(decision 0019). A delivery has its lease in its row (`deliveries.batches`). One that expires counts as a
failure, so a message that kills its worker is given up like any other.

A failure waits. The pauses are the same for all work, grow, and have jitter (`schedule`). Work that
failed at a game leaves a row (`Setback`) that goes with the next success and holds back nothing else; a
worker that died over it counts as a failure (`attempts`). After three failures `manage.py parked` lists
it. A delivery is given up after three days.

It is fair by account. The outbox serves the player with the fewest busy workers first, then the one
served longest ago; players whose receivers were slow lately, or never quick, come last
(`deliveries.standing`). Of one host's tables of bots alone, only four are in the queue; each that is done
makes room for the one that waits longest (`places`). A sweep takes the kinds of work in turns.

Work that belongs to no account is a plain periodic task: the public log, the search, data sets, closures,
holds, retention and the nightly audit. Each asks the database what is due. Where one process at a time
must do it, an advisory lock (for one transaction) or a lease sees to that.
"""
