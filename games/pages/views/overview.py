"""What there is to an account, on one page."""

from django.contrib.auth.mixins import LoginRequiredMixin
from django.views.generic import TemplateView


class Overview(LoginRequiredMixin, TemplateView):
    template_name = "pages/overview.html"
