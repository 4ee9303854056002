"""Routes of variants and deals, under `/api/v1/`.

`games.assistance` decides where a hint on a deal is given.
"""

from django.urls import path

from games import advice_views, vector_views, views

urlpatterns = [
    path("variants", views.VariantsView.as_view(), name="variants"),
    path("vectors", vector_views.AllVectorsView.as_view()),
    path("vectors/<str:version>", vector_views.VectorsView.as_view()),
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
    path(
        "deals/<str:variant>/<str:number>/hint",
        advice_views.DealHintView.as_view(),
        name="deal-hint",
    ),
    path("advice/<uuid:advice_id>", advice_views.AdviceView.as_view(), name="advice"),
]
