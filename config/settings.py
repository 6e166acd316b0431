"""The settings, safe by default: what a deployment must decide has no default.

Every variable is explained in docs/operations/settings.md, but for those that only tests set; `make run`
supplies what has no default.
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

from config.api_description import SPECTACULAR
from config.cors import *  # noqa: F403 – as Django reads them
from config.env import Env
from config.logs import logging_config
from config.queues import BROKER_OPTIONS, QUEUES, ROUTES, SCHEDULE
from config.servers import (
    MAIL_SCHEMES,
    MAIL_TO_LOG,
    REDIS_SCHEMES,
    celery_broker,
    databases,
    django_mail,
    owner_database,
)
from config.sign_in import *  # noqa: F403
from config.web_files import version_of

env = Env(os.environ)

SECRET_KEY = env.secret("SECRET_KEY", at_least=50)
SIGNING_KEY = env.key("SIGNING_KEY", size=32)  # Ed25519; it signs receipts and the public log
SIGNING_KEYS_RETIRED = env.retired_keys(
    "SIGNING_KEYS_RETIRED", size=32
)  # public, so that old receipts can be checked
SIGNING_KEYS_OLD = env.keys("SIGNING_KEYS_OLD", size=32)  # they sign the public log for a while longer
SEALING_KEY = env.key("SEALING_KEY", size=32)  # it encrypts the seeds of running games
SEALING_KEYS_OLD = env.keys("SEALING_KEYS_OLD", size=32)  # still read, until the seeds are sealed anew
ALLOWED_HOSTS = env.words(
    "ALLOWED_HOSTS", expected="the host names this server answers to, separated by commas"
)

_redis = env.url("REDIS_URL", schemes=REDIS_SCHEMES)
REDIS_URL = env.text("REDIS_URL")  # as given: urllib would drop the slashes of unix:///
DATABASES = databases(env)
DATABASE_APPLICATION = DATABASES["default"]["USER"]  # the role that migrations grant its rights
DATABASE_OWNER = owner_database(env, DATABASES["default"])

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
INSTALLED_APPS = [
    "games",  # first, because its templates replace those of others
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "games.people.apps.Accounts",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "config",
]
MIDDLEWARE = [
    "games.http.body_limits.BodyLimits",
    "games.http.middleware.Connections",
    "games.pages.static_files.StaticFiles",
    "games.http.middleware.RequestIds",
    "games.http.middleware.Observation",
    "django.middleware.security.SecurityMiddleware",
    "games.http.middleware.ContentSecurity",
    "corsheaders.middleware.CorsMiddleware",
    "games.http.rate_limits.RateLimits",  # inside CORS, so that pages of other origins can read a 429
    "games.http.middleware.ErrorsAsProblems",
    "django.middleware.common.CommonMiddleware",
    "games.pages.admin_logins.AdminLogins",
    "games.pages.admin_sessions.AdminSessions",
    "django.middleware.csrf.CsrfViewMiddleware",  # the API, without cookies, needs none
    "games.pages.admin_sessions.AdminAuthentication",
    "games.pages.admin_sessions.AdminMessages",
    "games.pages.browser_pages.BrowserPages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.pages.documentation.Documentation",  # innermost: its files are pages, with limits and headers
]
TEMPLATES: list[dict[str, Any]] = [
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

# A wrong URL of an API is a 404, not a redirect, which would lose the body.
APPEND_SLASH = False
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True  # the pages for people; everything else is in English
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pl", "Polski")]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 86400
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

# Style sheets and scripts are served by this server. Pages import the JavaScript client as it is.
# The web table and its client are below a name that changes with their content, so that browsers keep them.
STATIC_URL = "/static/"
_checkout = Path(__file__).parents[1]
WEB_FOLDER, _client = _checkout / "web", _checkout / "clients" / "javascript" / "src"
WEB_VERSION = version_of(WEB_FOLDER, _client)
STATICFILES_DIRS = [
    ("client", f"{_client}/."),  # another spelling, because Django keeps one prefix for each path
    (f"client-{WEB_VERSION}", _client),
    (f"web-{WEB_VERSION}", WEB_FOLDER),
]
DOCS_FOLDER = _checkout / ".docs"  # what `python -m docs.site` makes
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 86400
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_IMMUTABLE_FILE_TEST = rf"^{STATIC_URL}(client|web)-[0-9a-f]{{16}}/"

# HTTPS, except for the probes of an orchestrator, which use plain HTTP.
SECURE_SSL_REDIRECT = env.flag("HTTPS_ONLY", default=True)
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = int(env.duration("HSTS", "365d").total_seconds())
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
BEHIND_PROXY = env.flag("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Not "no-referrer": browsers would then send the origin "null" with forms, and Django would refuse them.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

ADMIN = env.choice("ADMIN", "on", among=("on", "off"))

# Pages use cookies, the API does not. The admin pages have a session cookie of their own, for their path.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT
_prefix = "__Host-" if SECURE_SSL_REDIRECT else ""  # no other host can set a cookie with this prefix
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_prefix}session", f"{_prefix}csrf"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 86400
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.pages.errors.csrf_failure"

# Who is asked to cosign the public log.
WITNESSES = env.witnesses("WITNESSES")

# Requests per minute, and sign-ups per hour.
RATE_LIMIT_PLAYER = env.number("RATE_LIMIT_PLAYER", 1200, low=1, high=1_000_000)
RATE_LIMIT_ADDRESS = env.number("RATE_LIMIT_ADDRESS", 300, low=1, high=1_000_000)
RATE_LIMIT_SIGN_UP = env.number("RATE_LIMIT_SIGN_UP", 20, low=1, high=1_000_000)
RATE_LIMIT_SIGN_IN = env.number("RATE_LIMIT_SIGN_IN", 10, low=1, high=1_000_000)  # failures in 15 minutes
RATE_LIMIT_OAUTH = 300
RATE_LIMIT_IMPORTS = env.number("RATE_LIMIT_IMPORTS", 20, low=1, high=1_000_000)

# Mail: without a URL this server sends none, and no page asks for an address.
HAS_MAIL = bool(env.text("EMAIL_URL", ""))
if HAS_MAIL:
    _is_log = env.text("EMAIL_URL") == MAIL_TO_LOG
    globals().update(django_mail(None if _is_log else env.url("EMAIL_URL", schemes=MAIL_SCHEMES)))
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("EMAIL_FROM", "signalbox@localhost")

# The limits of how people sign in; the rest of it is in config/sign_in.py.
CACHES = {"default": {"BACKEND": "games.people.limit_cache.LimitCache"}}  # it counts for these limits
ACCOUNT_RATE_LIMITS = {
    "signup": f"{10 * RATE_LIMIT_SIGN_UP}/h/ip",  # attempts; accounts are counted where they are made
    "login": "60/m/ip",
    "login_failed": f"{RATE_LIMIT_SIGN_IN}/15m/ip,{10 * RATE_LIMIT_SIGN_IN}/15m/key",
    "reset_password": "20/h/ip,3/h/key",
    "reset_password_from_key": "20/h/ip",
    "confirm_email": "1/m/key,5/h/key",
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 << 10  # of a body; a view that takes more declares `max_body`

# What one player can have; tables opened, test tables and imports in any 24 hours, the others at a time.
OPEN_TABLES_PER_PLAYER = env.number("OPEN_TABLES_PER_PLAYER", 50, low=1, high=1_000_000)
RUNNING_GAMES_PER_PLAYER = env.number("RUNNING_GAMES_PER_PLAYER", 200, low=1, high=1_000_000)
THINKING_GAMES_PER_PLAYER = env.number("THINKING_GAMES_PER_PLAYER", 4, low=0, high=1_000_000)
TABLES_PER_DAY = env.number("TABLES_PER_DAY", 200, low=1, high=1_000_000)
TEST_TABLES_PER_DAY = 500
INVITATIONS_PER_DAY = 100
IMPORTS_PER_DAY = 100
IDEMPOTENCY_KEYS_KEPT = timedelta(days=30)
NOTICES_KEPT = timedelta(days=90)
INVITATIONS_LAST = timedelta(days=7)

# Audits, exports, pictures and the like that a process computes at a time; others get a Retry-After.
# It must be less than the number of threads of the web server.
HEAVY_READS = env.number("HEAVY_READS", 4, low=1, high=1000)

# An open table at which nothing happens for this long is closed.
TABLES_CLOSE_AFTER = timedelta(days=14)

# Where data sets of finished games are written and served from; without a folder there are none.
DATASETS_DIR = env.text("DATASETS_DIR", "")

# Live streams, served by a process of their own; without a URL they have the origin of the API.
STREAMS_URL = env.base_url("STREAMS_URL")
_A_SECOND = timedelta(seconds=1)
STREAMS_HEARTBEAT = env.duration("STREAMS_HEARTBEAT", "15s", at_least=_A_SECOND).total_seconds()
STREAMS_STALL = env.duration("STREAMS_STALL", "10s", at_least=_A_SECOND).total_seconds()
STREAMS_PER_PLAYER = env.number("STREAMS_PER_PLAYER", 200, low=1, high=1_000_000)
STREAMS_PER_ADDRESS = env.number("STREAMS_PER_ADDRESS", 50, low=1, high=1_000_000)
STREAMS_MAX = env.number("STREAMS_MAX", 10_000, low=1, high=1_000_000)

# Names in `games.internals.FAST` without which a benchmark runs this server.
PLAIN_ROADS = env.words("PLAIN_ROADS", "", expected="names, separated by commas")

# Due work that fails: the pauses between attempts (the last one repeats), and when a delivery is given up.
RETRIES = env.durations("RETRIES", "5s,30s,2m,10m,1h,6h")
GIVE_UP_AFTER = timedelta(days=3)

# Webhooks: which private addresses they may call, and the time-out of an attempt.
WEBHOOKS_TO_PRIVATE_ADDRESSES = env.choice(
    "WEBHOOKS_TO_PRIVATE_ADDRESSES", "none", among=("none", "loopback", "all")
)
WEBHOOK_TIMEOUT = env.duration("WEBHOOK_TIMEOUT", "10s", at_least=_A_SECOND)

# Notifications: the address of this server in their links, the key that signs for push services (without one
# there are no pushes), and how many a player is sent in any 24 hours.
PUBLIC_URL = env.base_url("PUBLIC_URL") or (
    f"{'https' if SECURE_SSL_REDIRECT else 'http'}://{ALLOWED_HOSTS[0].removeprefix('.')}"
)
VAPID_KEY = env.key("VAPID_KEY", size=32) if env.text("VAPID_KEY", "") else None
MAILS_PER_DAY = 50
PUSHES_PER_DAY = 500

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["games.http.auth.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["games.http.auth.HasScope"],
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_RENDERER_CLASSES": ["games.http.renderer.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.http.parser.Parser"],
    "DEFAULT_SCHEMA_CLASS": "games.http.operations.Operation",
    "EXCEPTION_HANDLER": "games.http.errors.exception_to_problem",
    "URL_FORMAT_OVERRIDE": None,  # clients negotiate with Accept; `format` is an unknown parameter
}
SPECTACULAR_SETTINGS = SPECTACULAR

# Redis may lose a message and a worker may die: every task is idempotent and is dispatched again.
CELERY_BROKER_URL = celery_broker(_redis)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = BROKER_OPTIONS
CELERY_TASK_QUEUES = QUEUES
CELERY_TASK_DEFAULT_QUEUE = "bots"
CELERY_TASK_ROUTES = ROUTES
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 100
CELERY_TASK_TIME_LIMIT = 120
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "config.beat.OneBeat"  # of several, one sends
CELERY_BEAT_SCHEDULE = SCHEDULE

LOGGING = logging_config(
    form=env.choice("LOG_FORMAT", "json", among=("json", "text")),
    level=env.choice("LOG_LEVEL", "INFO", among=("DEBUG", "INFO", "WARNING", "ERROR")),
)
