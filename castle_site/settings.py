"""Settings of the site, in one file, told apart by the environment.

`CASTLE_ENV` is `development` (the default), `test` or `production`. In production every
secret and every server must be named by the environment; in development secrets come from a
file that the set-up makes, and servers are the embedded ones. `docs/operations.md` lists
the variables.
"""

import os
from pathlib import Path
from typing import Any

import dj_database_url
from celery.schedules import crontab

from castle_site.database import PatientConnection
from castle_site.embedded.places import Places, var_directory
from castle_site.environment import Environment, read_secrets
from castle_site.logs import logging_config
from games.rules import VARIANTS

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = var_directory(BASE_DIR)
_PLACES = Places.of(VAR_DIR)

_TEST_SECRETS = {
    "SECRET_KEY": "a key that signs the sessions of tests and nothing else",
    "CHALLENGE_SECRET": "a key that chooses the deals of tests and nothing else",
    "HANDLE_SECRET": "a key that hides the erased handles of tests and nothing else",
}
env = Environment(
    defaults=_TEST_SECRETS
    if os.environ.get("CASTLE_ENV") == "test"
    else read_secrets(VAR_DIR / "secrets.env")
)
CASTLE_ENV = env.name
PRODUCTION = env.production
TESTING = CASTLE_ENV == "test"
# What this process is: `web`, `worker`, `beat` or a command.
PROCESS = env.text("CASTLE_PROCESS", "command")
DEBUG = False

SECRET_KEY = env.secret("SECRET_KEY")
# Keys the choice of challenges, and nothing else: see leaderboard.commitments.
CHALLENGE_SECRET = env.secret("CHALLENGE_SECRET")
# Keys what is kept of erased handles, and nothing else: see leaderboard.services.players.
HANDLE_SECRET = env.secret("HANDLE_SECRET")
# Earlier keys, the latest first: what they have signed is still taken, and signed anew.
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS", "")
if SECRET_KEY in SECRET_KEY_FALLBACKS:
    env.problems.append("SECRET_KEY must not stand among SECRET_KEY_FALLBACKS")
if SECRET_KEY and len({SECRET_KEY, CHALLENGE_SECRET, HANDLE_SECRET}) < 3:
    env.problems.append("SECRET_KEY, CHALLENGE_SECRET and HANDLE_SECRET must differ")

ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
if PRODUCTION and "*" in ALLOWED_HOSTS:
    env.problems.append("ALLOWED_HOSTS must name hosts; `*` believes any Host header")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", "")

# ---------------------------------------------------------------- applications and requests

INSTALLED_APPS = [
    "django_prometheus",
    "castle_site.admin.CastleAdminConfig",
    "castle_site.operations",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "knox",
    "corsheaders",
    "csp",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games",
    "leaderboard",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "castle_site.middleware.RequestLogMiddleware",
    # These three write headers on every answer, also of files, probes and refusals.
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "castle_site.middleware.SortedCSPMiddleware",
    "castle_site.middleware.ProbeMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "castle_site.middleware.CachingMiddleware",
    "castle_site.middleware.ProblemMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "castle_site.middleware.MeasuringMiddleware",
]

ROOT_URLCONF = "castle_site.urls"
WSGI_APPLICATION = "castle_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# A line of 5,000 moves is 15 kB; nothing that clients send is longer than this.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# How long a body may take to come, in seconds: see castle_site.buffering.
BODY_SECONDS = env.number("BODY_SECONDS", 15, least=1, most=600)
# Requests that one web process works on at a time.
WEB_THREADS = env.number("WEB_THREADS", 4, least=1, most=256)
FILE_UPLOAD_HANDLERS: list[str] = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "castle_site" / "templates"],
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

# ------------------------------------------------------------------------------- the servers

DATABASE_URL = env.url("DATABASE_URL", _PLACES.database_url(), ("postgresql", "postgres"))
BROKER_URL = env.url("REDIS_URL", _PLACES.broker_url(), ("redis", "rediss", "redis+socket"))
CACHE_URL = env.url("CACHE_URL", _PLACES.cache_url(), ("redis", "rediss", "unix"))

DATABASES: dict[str, Any] = {"default": dj_database_url.parse(DATABASE_URL) if DATABASE_URL else {}}
DATABASES["default"]["OPTIONS"] = {
    "connect_timeout": 5,
    # A machine or a network that is gone says nothing: half a minute without a sign is enough.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    **DATABASES["default"].get("OPTIONS", {}),
}
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if PROCESS == "web":
    # Celery closes the pool at each task, and commands end: only the web keeps connections.
    DATABASES["default"]["OPTIONS"]["pool"] = {
        "min_size": 1,
        "max_size": env.number("DATABASE_POOL", 16, least=1, most=1000),
        "timeout": 2,
        # One that cannot be made is tried again by the next request, not ever more rarely.
        "reconnect_timeout": 3,
        "connection_class": PatientConnection,
    }

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    }
}

# --------------------------------------------------------------------------- who, and secrecy

# The check wants a unique handle; ours is unique by its skeleton, and is found by that. The
# other two ask for HSTS on hosts that may not be ours: the operator decides (HSTS_*).
SILENCED_SYSTEM_CHECKS = ["auth.W004", "security.W005", "security.W021"]
AUTH_USER_MODEL = "leaderboard.Player"
AUTHENTICATION_BACKENDS = ["leaderboard.backends.HandleBackend"]
KNOX_TOKEN_MODEL = "leaderboard.AuthToken"  # noqa: S105 - a model's name, no secret
# Knox would make a table for the model that ours stands in for.
MIGRATION_MODULES = {"knox": None}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {"user_attributes": ["handle"]}),
        ("MinimumLengthValidator", {"min_length": 10}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "castle_site.problems.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = env.boolean("SSL_REDIRECT", PRODUCTION)
# Probes come by address, from the machine itself.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000 if PRODUCTION else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.boolean("HSTS_INCLUDE_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = env.boolean("HSTS_PRELOAD", False)
# How many proxies stand before us. With none, no forwarded header is believed.
NUM_PROXIES = env.number("NUM_PROXIES", 0, most=10)
if NUM_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    }
}

# Any page may call the API, with a token in a header and never with our cookies.
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_HEADERS = [
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-none-match",
    "x-request-id",
]
CORS_EXPOSE_HEADERS = [
    "Deprecation",
    "ETag",
    "Idempotency-Replayed",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
    "X-Request-ID",
]
CORS_PREFLIGHT_MAX_AGE = 86_400

# ------------------------------------------------------------------------------------ the API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "leaderboard.authentication.TokenAuthentication",
        "leaderboard.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "castle_site.problems.exception_handler",
    "NUM_PROXIES": NUM_PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNICODE_JSON": True,
}
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer"}

SPECTACULAR_SETTINGS = {
    "TITLE": "Castle",
    "DESCRIPTION": "Daily challenges and leaderboards for three patiences of the castle family:"
    " deals by number, labels with proof, lines that are replayed move by move.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "VariantEnum": list(VARIANTS),
        "OutcomeEnum": "games.serializers.OUTCOMES",
        "DayOutcomeEnum": "leaderboard.selectors.calendar.Outcome",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# Requests of one caller: count and period. THROTTLE_SIGNUP=100/hour changes one.
_RATES = {
    "signup": "10/hour",
    "guest": "20/hour",
    "login": "10/minute",
    # Attempts at one account from all addresses that it does not know.
    "login_account": "30/hour",
    "label": "30/hour",
    "assist": "60/10minute",
    "verify": "120/minute",
    "submit": "60/minute",
    "read": "600/minute",
    "bulk": "120/hour",
}
THROTTLE_RATES = {
    scope: "1000000/minute" if TESTING else env.text(f"THROTTLE_{scope.upper()}", rate)
    for scope, rate in _RATES.items()
}

# ------------------------------------------------------------------------------------ solving

# Read by numba at import: the package may be in a place that cannot be written to.
os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR_DIR / "numba"))

LABEL_BUDGET = {
    "nodes": env.number("LABEL_NODES", 20_000_000, least=1),
    "seconds": env.number("LABEL_SECONDS", 60, least=1),
    "bytes": env.number("LABEL_BYTES", 2**31, least=2**20),
}
PAR_BUDGET = {
    "nodes": env.number("PAR_NODES", 20_000_000, least=1),
    "seconds": env.number("PAR_SECONDS", 120, least=1),
    "bytes": env.number("PAR_BYTES", 2**31, least=2**20),
}
# A hint, or each position that a post-mortem looks at; then a post-mortem as a whole.
ASSIST_BUDGET = {
    "nodes": env.number("ASSIST_NODES", 1_000_000, least=1),
    "seconds": env.number("ASSIST_POSITION_SECONDS", 10, least=1),
    "bytes": env.number("ASSIST_BYTES", 2**28, least=2**20),
}
# What a worker's child may have in all: the largest of the searches, and what is there besides.
WORKER_BYTES = max(budget["bytes"] for budget in (LABEL_BUDGET, PAR_BUDGET, ASSIST_BUDGET)) + 2**30
ASSIST_SECONDS = env.number("ASSIST_SECONDS", 60, least=1)
# How long a request waits for advice before it is told where to ask again, in seconds.
ASSIST_WAIT = 2
# Budgets in nodes alone: which deal is chosen must not depend on the machine.
CHALLENGE_VERDICT_NODES = 2_000_000
CHALLENGE_PAR_NODES = 4_000_000
# How long a request waits for today's challenge to be made, in seconds.
CHALLENGE_WAIT = env.number("CHALLENGE_WAIT", 5, most=30)
LABEL_ATTEMPTS = 3
LABEL_BACKLOG = env.number("LABEL_BACKLOG", 1000, least=1)
# A worker that has not renewed its claim on a search for so long has lost it.
LEASE_SECONDS = env.number("LEASE_SECONDS", 30, least=1)
SWEEP_SECONDS = env.number("SWEEP_SECONDS", 30, least=1)

# -------------------------------------------------------------------------------------- tasks

CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    # Longer than the longest task, else it would be delivered again while it runs.
    "visibility_timeout": 6 * 3600,
    # A worker waits for its broker; nobody else may be held up by it.
    "socket_timeout": 5 if PROCESS == "worker" else 0.5,
    "socket_connect_timeout": 0.5,
    "max_retries": 0,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "labels"
CELERY_TASK_ROUTES = {
    "games.tasks.par_*": {"queue": "par"},
    "games.tasks.advice_*": {"queue": "assist"},
    # Short, and due at their time: a worker takes its queues in turn, so these wait for a
    # search to end, and not for a backlog of labels.
    "games.tasks.jobs_sweep": {"queue": "assist"},
    "leaderboard.tasks.challenges_*": {"queue": "assist"},
}
CELERY_TASK_TIME_LIMIT = 3600
# A search ends by its budget: what goes on for so long stands still. The worker keeps the time
# of each task until it has passed, also of those that have ended.
CELERY_TASK_ANNOTATIONS = {
    task: {"time_limit": 60 + 4 * seconds}
    for task, seconds in (
        ("games.tasks.label_make", LABEL_BUDGET["seconds"]),
        ("games.tasks.par_make", PAR_BUDGET["seconds"]),
        ("games.tasks.advice_make", ASSIST_SECONDS),
        ("games.tasks.jobs_sweep", SWEEP_SECONDS),
    )
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "prepare-challenges": {
        "task": "leaderboard.tasks.challenges_prepare",
        "schedule": crontab(minute="*/15"),
        "options": {"expires": 15 * 60},
    },
    "publish-challenges": {
        "task": "leaderboard.tasks.challenges_publish",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "settle-challenges": {
        "task": "leaderboard.tasks.challenges_settle",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "forget-answers": {
        "task": "leaderboard.tasks.idempotency_clean",
        "schedule": crontab(hour=3, minute=30),
    },
    # A sweep that no worker has taken by the time of the next one is not needed any more.
    "sweep-jobs": {
        "task": "games.tasks.jobs_sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    },
    "erase-guests": {
        "task": "leaderboard.tasks.guests_erase",
        "schedule": crontab(hour=3, minute=20),
    },
    "forget-logins": {
        "task": "leaderboard.tasks.logins_forget",
        "schedule": crontab(hour=3, minute=40),
    },
}

# -------------------------------------------------------------------------------- the numbers

# Seconds. Each bound costs every view and method a number, in every process.
PROMETHEUS_LATENCY_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, float("inf"))

# ----------------------------------------------------------------------------- files and logs

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "castle_site" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING
        else "castle_site.static_files.HashedStaticFilesStorage"
    },
}
# Tests read the files where they stand; all else from what `collectstatic` has gathered.
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = TESTING
LOGGING_CONFIG = None if TESTING else "logging.config.dictConfig"
LOGGING = logging_config(env.text("LOG_LEVEL", "INFO"))

env.check()
