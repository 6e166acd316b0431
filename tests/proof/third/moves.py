"""Moves that players have signed themselves."""

from tests.proof.third.ed25519 import is_key, is_signed
from tests.proof.third.formulas import canonical, demand
from tests.proof.third.signed import from_base64url

# The action that each decision was, and the members of the entry that it had.
ACTIONS = {
    "card_drawn": ("draw_card", "pile"),
    "card_taken": ("take_card", "card", "refill"),
    "route_claimed": ("claim_route", "route", "cards"),
    "tickets_drawn": ("draw_tickets",),
    "tickets_chosen": ("keep_tickets", "tickets"),
    "tickets_kept": ("keep_tickets", "tickets"),
    "turn_passed": ("pass",),
    "harbour_built": ("build_harbour", "place", "cards"),
    "pieces_exchanged": ("exchange_pieces", "give", "count"),
    "fleet_chosen": ("choose_fleet", "trains", "ships"),
    "seat_resigned": ("resign",),
}
HIDDEN = ("tickets_chosen", "tickets_kept", "fleet_chosen")
WITHOUT_KEY = ("seat_taken", "bot_seated", "seat_left", "seat_cleared")
PLAYERS = ("person", "program")


def message(game, after, action):
    plain = {name: sorted(value) if isinstance(value, list) else value for name, value in action.items()}
    return b"signalbox-move/1\n" + canonical({"action": plain, "after": after, "game": game})


def is_signed_move(key, game, after, action, value):
    return is_signed(from_base64url(key), message(game, after, action), from_base64url(value))


def action_of(entry):
    kind, *names = ACTIONS[entry["type"]]
    said = {**entry["public"], **entry.get("private", {})}
    return {"type": kind, "seat": entry["actor"], **{name: said[name] for name in names if name in said}}


def check_moves(log):
    places: dict[str, int] = {}
    last: dict[int, int] = {}
    keys: dict[int, tuple[str, str]] = {}
    for entry in log.entries:
        check_move(entry, places, last, keys)
        follow_keys(entry, keys)
        places[entry["hash"]] = entry["seq"]
        if "actor" in entry:
            last[entry["actor"]] = entry["seq"]


def follow_keys(entry, keys):
    public = entry["public"]
    if entry["type"] == "key_changed" and "key" in public:
        demand(is_key(from_base64url(public["key"])), f"{entry['seq']}: a weak key")
        keys[public["seat"]] = public["key"], public["signing"]
    elif entry["type"] in (*WITHOUT_KEY, "key_changed"):
        keys.pop(public["seat"], None)


def check_move(entry, places, last, keys):
    seq, kind, seat = entry["seq"], entry["type"], entry.get("actor")
    is_hidden = kind in HIDDEN
    demand(not (is_hidden and "signature" in entry), f"{seq}: the signature is not sealed")
    found = entry.get("private", {}).get("signature") if is_hidden else entry.get("signature")
    key, signing = keys.get(seat, (None, None))
    if found is None:
        is_due = signing == "required" and kind in ACTIONS and entry["by"] in PLAYERS
        demand(not is_due or (is_hidden and "private" not in entry), f"{seq}: not signed")
        return
    demand(kind in ACTIONS and entry["by"] in PLAYERS and key, f"{seq}: a signature where none belongs")
    demand(found.keys() == {"after", "value"}, f"{seq}: a signature with something else")
    demand(last.get(seat, 0) <= places.get(found["after"], -1), f"{seq}: signed after another entry")
    is_good = is_signed_move(key, entry["game"], found["after"], action_of(entry), found["value"])
    demand(is_good, f"{seq}: the signature does not fit")
