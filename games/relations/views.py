"""The caller's friends, blocked players and preferences."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import caller
from games.http.bodies import Body, NoBody, NoQuery, read_body, read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse
from games.http.examples import answered, asked
from games.http.links import Links
from games.http.pages import Next, PageQuery, page_of
from games.models import Block, Friend, Preference, Scope
from games.refusals.relations import BlockedByYou, NotYourself, TooManyInList
from games.relations.selectors import block_list, friend_list, preference_get
from games.relations.services import block_add, block_remove, friend_add, friend_remove, preference_set

_SINCE: Final = {"player": "bob", "since": "2026-01-31T18:00:00Z"}
FRIEND: Final = {
    **_SINCE,
    "status": "friend",
    "links": {"self": "/api/v1/me/friends/bob", "player": "/api/v1/players/bob"},
}
BLOCKED: Final = {
    **_SINCE,
    "links": {"self": "/api/v1/me/blocks/bob", "player": "/api/v1/players/bob"},
}
PREFERENCES: Final = {"invitations": "friends"}
ORDER: Final = ("-since", "-other_id")


class FriendsQuery(PageQuery):
    status = serializers.ChoiceField(Friend.Status.choices, required=False, help_text="Only these.")


class FriendSerializer(serializers.Serializer[Friend]):
    player = serializers.CharField(source="other.name")
    status = serializers.ChoiceField(
        Friend.Status.choices, help_text="`sent`: you have asked; `received`: they have asked you; `friend`."
    )
    since = serializers.DateTimeField()
    links = Links({"self": ("friend", "other"), "player": ("player", "other")})


class FriendListSerializer(serializers.Serializer[dict[str, Any]]):
    items = FriendSerializer(many=True)
    next = Next()


class BlockSerializer(serializers.Serializer[Block]):
    player = serializers.CharField(source="other.name")
    since = serializers.DateTimeField()
    links = Links({"self": ("block", "other"), "player": ("player", "other")})


class BlockListSerializer(serializers.Serializer[dict[str, Any]]):
    items = BlockSerializer(many=True)
    next = Next()


class PreferencesSerializer(serializers.Serializer[Preference]):
    invitations = serializers.ChoiceField(
        Preference.Invitations.choices,
        help_text="Who may invite you to a table: `anyone`, or only `friends`.",
    )


class PreferencesBody(Body):
    invitations = serializers.ChoiceField(
        Preference.Invitations.choices, required=False, help_text="Who may invite you to a table."
    )


class Friends(APIView):
    required_scopes = {"GET": Scope.ACCOUNT}

    @extend_schema(
        operation_id="listFriends",
        summary="List your friends",
        tags=["relations"],
        parameters=[FriendsQuery],
        responses=FriendListSerializer,
        examples=[answered("One of them", {"items": [FRIEND], "next": None})],
    )
    def get(self, request: Request) -> Response:
        """Returns your friends and the open requests, newest first."""
        query = read_query(FriendsQuery, request)
        page, following = page_of(friend_list(caller(request), query.get("status")), query, order=ORDER)
        items = [FriendSerializer(row).data for row in page]
        return private_response(Response({"items": items, "next": following}))


class OneFriend(APIView):
    required_scopes = {"PUT": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}

    @may_refuse(BlockedByYou, NotYourself, TooManyInList)
    @extend_schema(
        operation_id="addFriend",
        summary="Ask for a friendship, or accept",
        tags=["relations"],
        request=None,
        responses={200: FriendSerializer, 201: FriendSerializer},
        examples=[answered("A friend", FRIEND, 200, 201)],
    )
    def put(self, request: Request, name: str) -> Response:
        """Asks a player to be your friend and returns the entry in your list.

        If they have asked you, you are friends from now on; if not, they get the notice `friend.request`.
        """
        read_body(NoBody, request)
        row, is_new = friend_add(caller(request), name)
        return Response(FriendSerializer(row).data, status=201 if is_new else 200)

    @extend_schema(
        operation_id="removeFriend",
        summary="End a friendship, or decline",
        tags=["relations"],
        responses={204: None},
    )
    def delete(self, request: Request, name: str) -> Response:
        """Ends a friendship, withdraws your request or declines theirs. They are not notified."""
        read_body(NoBody, request)
        friend_remove(caller(request), name)
        return Response(status=204)


class Blocks(APIView):
    required_scopes = {"GET": Scope.ACCOUNT}

    @extend_schema(
        operation_id="listBlocks",
        summary="List the players you have blocked",
        tags=["relations"],
        parameters=[PageQuery],
        responses=BlockListSerializer,
        examples=[answered("One of them", {"items": [BLOCKED], "next": None})],
    )
    def get(self, request: Request) -> Response:
        """Returns the players you have blocked, newest first."""
        query = read_query(PageQuery, request)
        page, following = page_of(block_list(caller(request)), query, order=ORDER)
        items = [BlockSerializer(row).data for row in page]
        return private_response(Response({"items": items, "next": following}))


class OneBlock(APIView):
    required_scopes = {"PUT": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}

    @may_refuse(NotYourself, TooManyInList)
    @extend_schema(
        operation_id="blockPlayer",
        summary="Block a player",
        tags=["relations"],
        request=None,
        responses={200: BlockSerializer, 201: BlockSerializer},
        examples=[answered("Blocked", BLOCKED, 200, 201)],
    )
    def put(self, request: Request, name: str) -> Response:
        """Blocks a player and returns the entry in your list. They are not notified.

        Neither of you can invite the other, or sit down at a table that the other hosts or has a seat at.
        A friendship ends. Games that you both play go on.
        """
        read_body(NoBody, request)
        row, is_new = block_add(caller(request), name)
        return Response(BlockSerializer(row).data, status=201 if is_new else 200)

    @extend_schema(
        operation_id="unblockPlayer",
        summary="Unblock a player",
        tags=["relations"],
        responses={204: None},
    )
    def delete(self, request: Request, name: str) -> Response:
        """Takes a player off your list."""
        read_body(NoBody, request)
        block_remove(caller(request), name)
        return Response(status=204)


class Preferences(APIView):
    required_scopes = {"GET": Scope.ACCOUNT, "PATCH": Scope.ACCOUNT}

    @extend_schema(
        operation_id="getPreferences",
        summary="Get your preferences",
        tags=["relations"],
        responses=PreferencesSerializer,
        examples=[answered("Only friends", PREFERENCES)],
    )
    def get(self, request: Request) -> Response:
        """Returns what you have chosen."""
        read_query(NoQuery, request)
        return private_response(Response(PreferencesSerializer(preference_get(caller(request))).data))

    @extend_schema(
        operation_id="updatePreferences",
        summary="Change your preferences",
        tags=["relations"],
        request=PreferencesBody,
        responses=PreferencesSerializer,
        examples=[asked("Only friends", PREFERENCES), answered("Changed", PREFERENCES)],
    )
    def patch(self, request: Request) -> Response:
        """Changes what you name and returns all your preferences."""
        row = preference_set(caller(request), **read_body(PreferencesBody, request))
        return private_response(Response(PreferencesSerializer(row).data))
