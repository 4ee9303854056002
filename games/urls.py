"""Routes of variants and deals, under `/api/v1/`.

A hint on a deal (`deals/<variant>/<number>/hint`) belongs here too; `games.assistance`
decides where it is given.
"""

from django.urls import path

from games import views

urlpatterns = [
    path("variants", views.VariantsView.as_view(), name="variants"),
    path("deals/<str:variant>/<str:number>", views.DealView.as_view(), name="deal"),
    path(
        "deals/<str:variant>/<str:number>/layout",
        views.DealLayoutView.as_view(),
        name="deal-layout",
    ),
    path(
        "deals/<str:variant>/<str:number>/label", views.DealLabelView.as_view(), name="deal-label"
    ),
    path(
        "deals/<str:variant>/<str:number>/verify",
        views.DealVerifyView.as_view(),
        name="deal-verify",
    ),
]
