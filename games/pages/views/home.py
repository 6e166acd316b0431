"""The front page."""

from django.views.generic import TemplateView


class Home(TemplateView):
    template_name = "pages/home.html"
