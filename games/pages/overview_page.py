"""What there is to an account, on one page."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.views.generic import TemplateView

from games.pages.mine import Mine
from games.people.recovery_codes import codes_left
from games.people.selectors import passkeys, verified_email


class Overview(Mine, TemplateView):
    template_name = "pages/overview.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**more),
            "has_password": self.user.has_usable_password(),
            "passkeys": len(passkeys(self.user)),
            "codes": len(codes_left(self.user)),
            "has_mail": settings.HAS_MAIL,
            "email": verified_email(self.player),
            "sessions": UserSession.objects.filter(user=self.user).count(),
        }
