"""What the body of a problem says, and what programs find in its context."""

from __future__ import annotations

from typing import Annotated, Any, Final

from games.http.answers import UNSET, Absent, Answer, Link, Meta, component, field, said, words
from games.json_schema import Schema, components_of, ref


class InvalidField(Answer):
    in_: Annotated[str, words(["body", "query", "header"])] = field(name="in")
    pointer: Annotated[
        str,
        said(
            "A JSON pointer (RFC 6901) to the member of the body, such as `/clock/bank`, or a slash and the "
            "name of the parameter or header. Empty: the body as a whole. Of a name with more than 64 "
            "characters, the first 63 and an ellipsis.",
            extra_json_schema={"format": "json-pointer"},
        ),
    ]
    code: Annotated[str, said("What is wrong, such as `required` or `unknown`.")]
    message: str


class RateLimitPolicy(Answer):
    name: str
    quota: int
    window_seconds: int


_CONTEXT: Final = (
    "Details for programs. Which members there are depends on `code`; a refusal of the rules has the data of "
    "its sentence. More members may be added."
)
_Scope = Annotated[str, component("Scope")]


class ProblemContext(Answer):
    errors: Annotated[
        Absent[list[InvalidField]], said("Of `invalid`: the invalid parts of the request, the first 20.")
    ] = UNSET
    version: Annotated[Absent[int], said("Of `stale_version`: the current version.")] = UNSET
    hash: Annotated[Absent[str], said("Of `stale_version`: the current hash.")] = UNSET
    actions: Annotated[
        Absent[list[Annotated[Any, component("Action")]]],
        said("Of `stale_version`: your legal actions now."),
    ] = UNSET
    scope: Annotated[Absent[_Scope], said("Of `missing_scope`: the scope that is required.")] = UNSET
    scopes: Annotated[Absent[list[_Scope]], said("Of `missing_scope`: the scopes of your token.")] = UNSET
    policies: Annotated[
        Absent[list[RateLimitPolicy]], said("Of `throttled`: the limits that are reached.")
    ] = UNSET
    most: Annotated[Absent[int], said("Of `too_large`, `too_many_tokens` and similar codes: the limit.")] = (
        UNSET
    )
    current: Annotated[
        Absent[int], said("Of `too_many_open_tables` and similar codes: how many you have now.")
    ] = UNSET
    index: Annotated[Absent[int], said("Of `test_action_refused`: the place of the action in the list.")] = (
        UNSET
    )
    reason: Annotated[Absent[str], said("Of `test_action_refused`: why the action is refused.")] = UNSET
    free: Annotated[
        Absent[list[int]], said("Of `seat_not_free` and `seats_empty`: the seats that are free.")
    ] = UNSET


class ProblemLinks(Answer):
    inline = True
    rule: Link


class ProblemBody(Answer):
    """A problem document (RFC 9457). Programs should compare `code`; the texts are for people."""

    type: Annotated[Link, said("Where this type of problem is described.")]
    title: Annotated[str, said("The type of problem in one sentence, always the same for a code.")]
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: Annotated[str, said("What went wrong in this request.")]
    code: Annotated[
        Any,
        said(
            "The stable name of the type of problem. More may be added.",
            extra_json_schema={"anyOf": [ref("ProblemCode"), {"type": "string"}]},
        ),
    ]
    rule: Annotated[Absent[str], said("The number of the rule of the game that forbids the action.")] = UNSET
    links: Annotated[Absent[ProblemLinks], said("Of a refusal with a `rule`: where the rule is written.")] = (
        UNSET
    )
    context: Annotated[Any, component("ProblemContext")] = UNSET
    request_id: Annotated[Absent[str], said("The id of this request in the server's log.")] = UNSET


def problem_components() -> dict[str, Schema]:
    found = components_of(ProblemBody, ProblemContext)
    found["ProblemContext"] |= {"description": _CONTEXT, "additionalProperties": True}
    return {"Problem": found.pop("ProblemBody")} | found
