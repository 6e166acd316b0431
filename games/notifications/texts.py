"""The words of e-mails and pushes, in the languages of people. None of them tells a secret of a game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from games.log.store import moment
from games.models import Language, NotificationChoice

SENTENCES: Final[Mapping[str, Mapping[str, str]]] = {
    Language.ENGLISH: {
        "game.your_turn": "It is your turn.",
        "game.started": "The game has started.",
        "game.finished": "The game is over.",
        "game.closed": "The table was closed before the game started.",
        "seat.taken": "A seat was taken.",
        "seat.cleared": "The host has removed you from the table.",
        "seat.timed_out": "Your time was up, and a stand-in decided for you once.",
        "seat.handed_over": "A stand-in plays on for a player who was away too long or has left.",
        "seat.resigned": "A player has resigned, and a stand-in plays on.",
        "game.invitation": "You are invited to a table.",
        "game.rematch": "A player has opened a rematch and invites you.",
        "game.declined": "A player whom you have invited does not want to sit down.",
        "game.message": "There is a message at your table.",
        "friend.request": "A player asks to be your friend.",
        "seat.returned": "A player has taken the seat back from the stand-in.",
        "vacation.began": "A player is away, and the clock of that seat stands.",
        "vacation.ended": "A player is back from vacation.",
        "pause.proposed": "A player proposes a pause. Agree or decline.",
        "pause.declined": "The pause that was proposed does not take place.",
        "pause.began": "All have agreed to a pause, and all clocks stand.",
        "pause.ending": "A player wants to end the pause, or it has ended.",
        "time.given": "An opponent has given you more time.",
        "deadline.near": "Your deadline is near.",
        "account.claim_requested": "Somebody with your token made a link to sign in to your account.",
        "webhook.paused": "The server has paused a webhook of yours.",
    },
    Language.POLISH: {
        "game.your_turn": "Twoja kolej.",
        "game.started": "Gra się rozpoczęła.",
        "game.finished": "Gra się zakończyła.",
        "game.closed": "Stół zamknięto przed rozpoczęciem gry.",
        "seat.taken": "Zajęto miejsce przy stole.",
        "seat.cleared": "Gospodarz usunął cię od stołu.",
        "seat.timed_out": "Twój czas się skończył i zastępca zdecydował raz za ciebie.",
        "seat.handed_over": "Zastępca gra dalej za osobę, która była zbyt długo nieobecna albo odeszła.",
        "seat.resigned": "Ktoś się poddał i zastępca gra dalej.",
        "game.invitation": "Masz zaproszenie do stołu.",
        "game.rematch": "Ktoś otworzył rewanż i zaprasza cię.",
        "game.declined": "Osoba, którą zaproszono, nie chce usiąść do stołu.",
        "game.message": "Przy twoim stole jest nowa wiadomość.",
        "friend.request": "Ktoś prosi o dodanie do znajomych.",
        "seat.returned": "Ktoś odebrał swoje miejsce zastępcy.",
        "vacation.began": "Ktoś jest nieobecny i zegar tego miejsca stoi.",
        "vacation.ended": "Ktoś wrócił z urlopu.",
        "pause.proposed": "Ktoś proponuje przerwę. Zgódź się albo odmów.",
        "pause.declined": "Zaproponowana przerwa się nie odbędzie.",
        "pause.began": "Wszyscy zgodzili się na przerwę i wszystkie zegary stoją.",
        "pause.ending": "Ktoś chce zakończyć przerwę albo już się zakończyła.",
        "time.given": "Ktoś dał ci więcej czasu.",
        "deadline.near": "Zbliża się twój termin.",
        "account.claim_requested": "Ktoś z twoim tokenem utworzył link do logowania na twoje konto.",
        "webhook.paused": "Serwer wstrzymał jeden z twoich webhooków.",
    },
}
# A kind without a sentence of its own.
OTHER: Final = {Language.ENGLISH: "There is something new.", Language.POLISH: "Jest coś nowego."}
UNTIL: Final = {Language.ENGLISH: "Time is up at {time}.", Language.POLISH: "Czas mija {time}."}
SCORES: Final = {Language.ENGLISH: "Scores: {scores}.", Language.POLISH: "Wynik: {scores}."}


DIGEST: Final = {
    Language.ENGLISH: "Your games: what is new ({count})",
    Language.POLISH: "Twoje gry: co nowego ({count})",
}


def digest_subject(choice: NotificationChoice, count: int) -> str:
    return DIGEST[Language(choice.language)].format(count=count)


def sentence(kind: str, data: Mapping[str, Any], choice: NotificationChoice) -> str:
    """What has happened, with the deadline or the scores if there are any."""
    language = Language(choice.language)
    words = [SENTENCES[language].get(kind, OTHER[language])]
    if "deadline" in data:
        words.append(UNTIL[language].format(time=shown_time(moment(data["deadline"]), choice)))
    if "scores" in data:
        words.append(SCORES[language].format(scores=" : ".join(map(str, data["scores"]))))
    return " ".join(words)


def shown_time(at: datetime, choice: NotificationChoice) -> str:
    """In the player's time zone, which is named."""
    return f"{at.astimezone(ZoneInfo(choice.time_zone)):%Y-%m-%d %H:%M} ({choice.time_zone})"
