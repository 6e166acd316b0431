from django.urls import path

from games.api.docs import Schema
from games.api.index import Index, Problems

urlpatterns = [
    path("", Index.as_view(), name="index"),
    path("problems", Problems.as_view(), name="problems"),
    path("schema", Schema.as_view(), name="schema"),
]
