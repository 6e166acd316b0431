"""Metrics of the streams process.

It is a single process, so its most recent gauges are right even after a restart.
"""

from prometheus_client import Counter, Gauge

OPEN = Gauge("signalbox_streams_open", "Streams that are open.", multiprocess_mode="mostrecent")
OPENED = Counter("signalbox_streams_opened_total", "Streams that were opened.", ["kind"])
ENDED = Counter("signalbox_streams_ended_total", "Streams that have ended, and why.", ["kind", "reason"])
WAITING = Gauge("signalbox_polls_waiting", "Requests that wait for news.", multiprocess_mode="mostrecent")
_MESSAGES = Counter("signalbox_stream_messages_total", "Messages given to streams.", ["event"])

MESSAGES = {name: _MESSAGES.labels(name) for name in ("event", "view", "notice", "message", "heartbeat")}
