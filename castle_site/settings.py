"""Settings of the site, in one file, told apart by the environment.

`CASTLE_ENV` is `development` (the default), `test` or `production`. In production every
secret must come from the environment; in the other two missing ones come from files that
the set-up makes.
"""

import os
from pathlib import Path

import dj_database_url

from castle_site.embedded import Places

BASE_DIR = Path(__file__).resolve().parent.parent

CASTLE_ENV = os.environ.get("CASTLE_ENV", "development")
PRODUCTION = CASTLE_ENV == "production"
DEBUG = False

SECRET_KEY = os.environ.get("SECRET_KEY", "" if PRODUCTION else "development only " * 4)
# Keys the choice of challenges, and nothing else: see leaderboard.commitments.
CHALLENGE_SECRET = os.environ.get("CHALLENGE_SECRET", "" if PRODUCTION else SECRET_KEY)

ALLOWED_HOSTS = [
    host for host in os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",") if host
]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "knox",
    "corsheaders",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games",
    "leaderboard",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "castle_site.urls"
WSGI_APPLICATION = "castle_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

_PLACES = Places.of(BASE_DIR)
DATABASE_URL = os.environ.get("DATABASE_URL", _PLACES.database_url())
BROKER_URL = os.environ.get("REDIS_URL", _PLACES.broker_url())
CACHE_URL = os.environ.get("CACHE_URL", _PLACES.cache_url())

DATABASES = {"default": dj_database_url.parse(DATABASE_URL)}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
}

# The check wants a unique handle; ours is unique by its skeleton, and is found by that.
SILENCED_SYSTEM_CHECKS = ["auth.E003"]
AUTH_USER_MODEL = "leaderboard.Player"
KNOX_TOKEN_MODEL = "leaderboard.AuthToken"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "NUM_PROXIES": int(os.environ.get("NUM_PROXIES", "0")),
}
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer"}

CELERY_BROKER_URL = BROKER_URL
CELERY_BEAT_SCHEDULE: dict[str, object] = {}
CELERY_TIMEZONE = "UTC"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
