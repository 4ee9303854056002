"""The floors' paths beside the site's own."""

from django.urls import path

from bench.service.floors.views import InsertView, OwnReadView, ReadView
from castle_site.urls import urlpatterns as site

urlpatterns = [
    path("floor/insert", InsertView.as_view()),
    path("floor/read/<str:skeleton>", ReadView.as_view()),
    path("floor/own", OwnReadView.as_view()),
    *site,
]
