"""The caller's friends, blocked players and preferences."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import List, answer, returns
from games.http.auth import caller
from games.http.bodies import Body
from games.http.declared import asked
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, listed
from games.relations import answers
from games.relations.answers import ONLY_FRIENDS
from games.relations.models import Friend, Preference
from games.relations.refusals import BlockedByYou, NotYourself, TooManyInList
from games.relations.selectors import block_list, friend_list, preference_get
from games.relations.services import block_add, block_remove, friend_add, friend_remove, preference_set

operation = tagged("relations")

ORDER: Final = ("-since", "-other_id")


class FriendsQuery(PageQuery):
    status = serializers.ChoiceField(Friend.Status.choices, required=False, help_text="Only these.")


class PreferencesBody(Body):
    invitations = serializers.ChoiceField(
        Preference.Invitations.choices, required=False, help_text="Who may invite you to a table."
    )


class Friends(APIView):
    required_scopes = {"GET": Scope.ACCOUNT}

    @operation(
        "listFriends",
        "List your friends",
        returns(answers.FriendList, "your friends and the open requests, newest first."),
        query=FriendsQuery,
        private=True,
    )
    def get(self, request: Request, query: Values) -> List[answers.Friend]:
        return listed(
            answers.Friend.of, friend_list(caller(request), query.get("status")), query, order=ORDER
        )


class OneFriend(APIView):
    required_scopes = {"PUT": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}

    @operation(
        "addFriend",
        "Ask for a friendship, or accept",
        answer(answers.Friend, "The entry in your list."),
        status=(200, 201),
        refuses=[BlockedByYou, NotYourself, TooManyInList],
    )
    def put(self, request: Request, name: str) -> Response:
        """Asks a player to be your friend and returns the entry in your list.

        If they have asked you, you are friends from now on; if not, they get the notice `friend.request`.
        """
        row, is_new = friend_add(caller(request), name)
        return Response(answers.Friend.of(row), status=201 if is_new else 200)

    @operation("removeFriend", "End a friendship, or decline")
    def delete(self, request: Request, name: str) -> None:
        """Ends a friendship, withdraws your request or declines theirs. They are not notified."""
        friend_remove(caller(request), name)


class Blocks(APIView):
    required_scopes = {"GET": Scope.ACCOUNT}

    @operation(
        "listBlocks",
        "List the players you have blocked",
        returns(answers.BlockList, "the players you have blocked, newest first."),
        query=PageQuery,
        private=True,
    )
    def get(self, request: Request, query: Values) -> List[answers.Block]:
        return listed(answers.Block.of, block_list(caller(request)), query, order=ORDER)


class OneBlock(APIView):
    required_scopes = {"PUT": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}

    @operation(
        "blockPlayer",
        "Block a player",
        answer(answers.Block, "The entry in your list."),
        status=(200, 201),
        refuses=[NotYourself, TooManyInList],
    )
    def put(self, request: Request, name: str) -> Response:
        """Blocks a player and returns the entry in your list. They are not notified.

        Neither of you can invite the other, or sit down at a table that the other hosts or has a seat at.
        A friendship ends. Games that you both play go on.
        """
        row, is_new = block_add(caller(request), name)
        return Response(answers.Block.of(row), status=201 if is_new else 200)

    @operation("unblockPlayer", "Unblock a player")
    def delete(self, request: Request, name: str) -> None:
        """Takes a player off your list."""
        block_remove(caller(request), name)


class Preferences(APIView):
    required_scopes = {"GET": Scope.ACCOUNT, "PATCH": Scope.ACCOUNT}

    @operation(
        "getPreferences",
        "Get your preferences",
        returns(answers.Preferences, "what you have chosen."),
        private=True,
    )
    def get(self, request: Request) -> answers.Preferences:
        return answers.Preferences.from_row(preference_get(caller(request)))

    @operation(
        "updatePreferences",
        "Change your preferences",
        answer(answers.Preferences, "All your preferences.", ("Changed", ONLY_FRIENDS)),
        body=PreferencesBody,
        examples=[asked("Only friends", ONLY_FRIENDS)],
        private=True,
    )
    def patch(self, request: Request, body: Values) -> answers.Preferences:
        """Changes what you name and returns all your preferences."""
        row = preference_set(caller(request), **body)
        return answers.Preferences.from_row(row)
