"""The form in which a person chooses notifications."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.models import Language, NotificationChoice
from games.notices.kinds import KINDS
from games.notifications.texts import SENTENCES

Email = NotificationChoice.Email
KIND_NAMES = [kind for kind in KINDS if kind]


def kind_choices() -> list[tuple[str, str]]:
    """Each kind in the words of its notification."""
    language = get_language()
    words = SENTENCES[Language(language) if language in Language else Language.ENGLISH]
    return [(kind, words[kind]) for kind in KIND_NAMES]


@cache
def zones() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in sorted(available_timezones())]


class Kinds(forms.MultipleChoiceField):
    """Kinds of notices. All of them are null: also those to come."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **more: Any) -> None:
        super().__init__(choices=kind_choices, required=False, **more)

    def prepare_value(self, value: Any) -> Any:
        return KIND_NAMES if value is None else value

    def clean(self, value: Any) -> list[str] | None:
        found = set(super().clean(value))
        return None if found == set(KIND_NAMES) else sorted(found)


class ChoiceForm(forms.Form):
    email = forms.ChoiceField(
        label=_("E-mail"),
        choices=[
            (Email.OFF.value, _("None")),
            (Email.EACH.value, _("One for each notice")),
            (Email.DAILY.value, _("One digest a day")),
        ],
        widget=forms.RadioSelect,
    )
    hour = forms.TypedChoiceField(
        label=_("Hour of the digest"),
        coerce=int,
        choices=[(hour, f"{hour}:00") for hour in range(24)],
    )
    email_kinds = Kinds(label=_("What is mailed"))
    push = forms.BooleanField(label=_("Show notices in the browsers below"), required=False)
    push_kinds = Kinds(label=_("What they show"))
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=zones)
    language = forms.ChoiceField(
        label=_("Language"), choices=[(Language.ENGLISH.value, "English"), (Language.POLISH.value, "Polski")]
    )

    def __init__(self, *args: Any, choice: NotificationChoice, **more: Any) -> None:
        more["label_suffix"] = ""
        more["initial"] = {name: getattr(choice, name) for name in self.base_fields}
        super().__init__(*args, **more)
