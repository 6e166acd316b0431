"""Sign-up by password or by passkey."""

from __future__ import annotations

from typing import Any

from allauth.account.views import SignupView
from django.core.exceptions import ValidationError
from django.http import HttpResponse


class SignUp(SignupView):
    def form_valid(self, form: Any) -> HttpResponse:
        """Somebody may have taken the name since the form was checked."""
        try:
            answer: HttpResponse = super().form_valid(form)
        except ValidationError as refused:
            form.add_error("username", refused)
            answer = self.form_invalid(form)
        return answer


class PasskeySignUp(SignUp):
    template_name = "account/signup_by_passkey.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "by_passkey": True}
