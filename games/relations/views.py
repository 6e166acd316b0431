"""The caller's friends, blocked players and preferences."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import answer, returns
from games.http.auth import caller
from games.http.bodies import Body, NoBody, NoQuery, read_body, read_query
from games.http.cache_headers import private_response
from games.http.declared import asked, may_refuse
from games.http.pagination import PageQuery, page_of
from games.relations import answers
from games.relations.answers import ONLY_FRIENDS
from games.relations.models import Friend, Preference
from games.relations.refusals import BlockedByYou, NotYourself, TooManyInList
from games.relations.selectors import block_list, friend_list, preference_get
from games.relations.services import block_add, block_remove, friend_add, friend_remove, preference_set

ORDER: Final = ("-since", "-other_id")


class FriendsQuery(PageQuery):
    status = serializers.ChoiceField(Friend.Status.choices, required=False, help_text="Only these.")


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
        responses=returns(answers.FriendList, "your friends and the open requests, newest first."),
    )
    def get(self, request: Request) -> Response:
        query = read_query(FriendsQuery, request)
        page, following = page_of(friend_list(caller(request), query.get("status")), query, order=ORDER)
        items = [answers.Friend.of(row) for row in page]
        return private_response(Response(answers.FriendList(items=items, next=following)))


class OneFriend(APIView):
    required_scopes = {"PUT": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}

    @may_refuse(BlockedByYou, NotYourself, TooManyInList)
    @extend_schema(
        operation_id="addFriend",
        summary="Ask for a friendship, or accept",
        tags=["relations"],
        request=None,
        responses=dict.fromkeys((200, 201), answer(answers.Friend, "The entry in your list.")),
    )
    def put(self, request: Request, name: str) -> Response:
        """Asks a player to be your friend and returns the entry in your list.

        If they have asked you, you are friends from now on; if not, they get the notice `friend.request`.
        """
        read_body(NoBody, request)
        row, is_new = friend_add(caller(request), name)
        return Response(answers.Friend.of(row), status=201 if is_new else 200)

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
        responses=returns(answers.BlockList, "the players you have blocked, newest first."),
    )
    def get(self, request: Request) -> Response:
        query = read_query(PageQuery, request)
        page, following = page_of(block_list(caller(request)), query, order=ORDER)
        items = [answers.Block.of(row) for row in page]
        return private_response(Response(answers.BlockList(items=items, next=following)))


class OneBlock(APIView):
    required_scopes = {"PUT": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}

    @may_refuse(NotYourself, TooManyInList)
    @extend_schema(
        operation_id="blockPlayer",
        summary="Block a player",
        tags=["relations"],
        request=None,
        responses=dict.fromkeys((200, 201), answer(answers.Block, "The entry in your list.")),
    )
    def put(self, request: Request, name: str) -> Response:
        """Blocks a player and returns the entry in your list. They are not notified.

        Neither of you can invite the other, or sit down at a table that the other hosts or has a seat at.
        A friendship ends. Games that you both play go on.
        """
        read_body(NoBody, request)
        row, is_new = block_add(caller(request), name)
        return Response(answers.Block.of(row), status=201 if is_new else 200)

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
        responses=returns(answers.Preferences, "what you have chosen."),
    )
    def get(self, request: Request) -> Response:
        read_query(NoQuery, request)
        return private_response(Response(answers.Preferences.from_row(preference_get(caller(request)))))

    @extend_schema(
        operation_id="updatePreferences",
        summary="Change your preferences",
        tags=["relations"],
        request=PreferencesBody,
        responses=answer(answers.Preferences, "All your preferences.", ("Changed", ONLY_FRIENDS)),
        examples=[asked("Only friends", ONLY_FRIENDS)],
    )
    def patch(self, request: Request) -> Response:
        """Changes what you name and returns all your preferences."""
        row = preference_set(caller(request), **read_body(PreferencesBody, request))
        return private_response(Response(answers.Preferences.from_row(row)))
