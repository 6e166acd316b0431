"""The settings, safe by default: what a deployment must decide has no default.

Every variable is explained in docs/operations.md; `make run` supplies what has no default.
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

from config.api_description import SPECTACULAR
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
DEBUG = env.flag("DEBUG", default=False)

_redis = env.url("REDIS_URL", schemes=REDIS_SCHEMES)
REDIS_URL = env.text("REDIS_URL")  # as given: urllib would drop the slashes of unix:///
DATABASES = databases(env)
if "replica" in DATABASES:
    DATABASE_ROUTERS = ["games.log.replica.Router"]
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
    "games.http.static_files.StaticFiles",
    "games.http.middleware.RequestIds",
    "games.http.middleware.Observation",
    "django.middleware.security.SecurityMiddleware",
    "games.http.middleware.ContentSecurity",
    "games.http.cors.Cors",
    "games.http.rate_limits.RateLimits",  # inside CORS, so that pages of other origins can read a 429
    "games.http.middleware.ErrorsAsProblems",
    "django.middleware.common.CommonMiddleware",
    "games.http.admin_logins.AdminLogins",
    "games.http.admin_sessions.AdminSessions",
    "django.middleware.csrf.CsrfViewMiddleware",  # the API, without cookies, needs none
    "games.http.admin_sessions.AdminAuthentication",
    "games.http.admin_sessions.AdminMessages",
    "games.http.browser_pages.BrowserPages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
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
WEB_VERSION = "now" if DEBUG else version_of(WEB_FOLDER, _client)
STATICFILES_DIRS = [
    ("client", f"{_client}/."),  # another spelling, because Django keeps one prefix for each path
    (f"client-{WEB_VERSION}", _client),
    (f"web-{WEB_VERSION}", WEB_FOLDER),
]
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
SESSION_COOKIE_AGE = int(env.duration("SIGN_IN_LASTS", "30d", at_least=timedelta(minutes=5)).total_seconds())
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.pages.errors.csrf_failure"

# Requests per minute, and sign-ups per hour.
RATE_LIMIT_PLAYER = env.number("RATE_LIMIT_PLAYER", 1200, low=1, high=1_000_000)
RATE_LIMIT_ADDRESS = env.number("RATE_LIMIT_ADDRESS", 300, low=1, high=1_000_000)
RATE_LIMIT_SIGN_UP = env.number("RATE_LIMIT_SIGN_UP", 20, low=1, high=1_000_000)
RATE_LIMIT_SIGN_IN = env.number("RATE_LIMIT_SIGN_IN", 10, low=1, high=1_000_000)  # failures in 15 minutes
RATE_LIMIT_OAUTH = env.number("RATE_LIMIT_OAUTH", 300, low=1, high=1_000_000)
RATE_LIMIT_IMPORTS = env.number("RATE_LIMIT_IMPORTS", 20, low=1, high=1_000_000)
RATE_LIMIT_ADMIN_LOGIN = env.number("RATE_LIMIT_ADMIN_LOGIN", 10, low=1, high=1_000_000)  # in 15 minutes

# Mail: without a URL this server sends none, and no page asks for an address.
HAS_MAIL = bool(env.text("EMAIL_URL", ""))
if HAS_MAIL:
    _is_log = env.text("EMAIL_URL") == MAIL_TO_LOG
    globals().update(django_mail(None if _is_log else env.url("EMAIL_URL", schemes=MAIL_SCHEMES)))
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("EMAIL_FROM", "signalbox@localhost")

# How people sign in: allauth, with the names and rules of games/people.
AUTHENTICATION_BACKENDS = ["games.people.backends.People", "games.people.backends.Operators"]
PASSWORD_HASHERS = ["games.people.passwords.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "account"
ACCOUNT_ADAPTER = "games.people.adapters.Accounts"
ACCOUNT_USER_DISPLAY = "games.people.adapters.display"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_USER_MODEL_EMAIL_FIELD = None  # addresses have a table of their own
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "games.pages.forms.SignInForm",
    "signup": "games.pages.forms.SignUpForm",
    "reset_password": "games.pages.forms.ResetForm",
}
CACHES = {"default": {"BACKEND": "games.people.limit_cache.LimitCache"}}  # it counts for these limits
ACCOUNT_RATE_LIMITS = {
    "signup": f"{10 * RATE_LIMIT_SIGN_UP}/h/ip",  # attempts; accounts are counted where they are made
    "login": "60/m/ip",
    "login_failed": f"{RATE_LIMIT_SIGN_IN}/15m/ip,{10 * RATE_LIMIT_SIGN_IN}/15m/key",
    "reset_password": "20/h/ip,3/h/key",
    "reset_password_from_key": "20/h/ip",
    "confirm_email": "1/m/key,5/h/key",
}
MFA_ADAPTER = "games.people.adapters.Mfa"
MFA_FORMS = {
    "edit_webauthn": "games.pages.forms.PasskeyNameForm",
    "login_webauthn": "games.pages.forms.PasskeySignInForm",
    "reauthenticate_webauthn": "games.pages.forms.PasskeyConfirmForm",
}
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_RECOVERY_CODE_DIGITS = 12

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 << 10  # of a body; a view that takes more declares `max_body`

# The API is open to every origin and ignores cookies, so a foreign page can do no more than curl.
CORS_URLS_REGEX = (
    r"^/(api/|openapi\.(json|yaml)$|\.well-known/(signalbox-key|oauth-authorization-server)$"
    r"|log/|datasets/|oauth/(token|revoke|device-authorization)$)"
)
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = (
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "if-range",
    "last-event-id",
    "range",
    "x-request-id",
)
CORS_EXPOSE_HEADERS = (
    "Accept-Ranges",
    "Content-Range",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-ID",
)

# What one player can have; tables opened, test tables and imports in any 24 hours, the others at a time.
OPEN_TABLES_PER_PLAYER = env.number("OPEN_TABLES_PER_PLAYER", 50, low=1, high=1_000_000)
RUNNING_GAMES_PER_PLAYER = env.number("RUNNING_GAMES_PER_PLAYER", 200, low=1, high=1_000_000)
THINKING_GAMES_PER_PLAYER = env.number("THINKING_GAMES_PER_PLAYER", 4, low=0, high=1_000_000)
TABLES_PER_DAY = env.number("TABLES_PER_DAY", 200, low=1, high=1_000_000)
TEST_TABLES_PER_DAY = env.number("TEST_TABLES_PER_DAY", 500, low=0, high=1_000_000)
INVITATIONS_PER_DAY = env.number("INVITATIONS_PER_DAY", 100, low=0, high=1_000_000)
IMPORTS_PER_DAY = env.number("IMPORTS_PER_DAY", 100, low=1, high=1_000_000)
IDEMPOTENCY_KEYS_KEPT = env.duration("IDEMPOTENCY_KEYS_KEPT", "30d", at_least=timedelta(days=1))
NOTICES_KEPT = env.duration("NOTICES_KEPT", "90d", at_least=timedelta(days=1))

INVITATIONS_LAST = env.duration("INVITATIONS_LAST", "7d", at_least=timedelta(minutes=1))

# Audits, exports, pictures and the like that a process computes at a time; others get a Retry-After.
# It must be less than the number of threads of the web server.
HEAVY_READS = env.number("HEAVY_READS", 4, low=1, high=1000)

# An open table at which nothing happens for this long is closed.
TABLES_CLOSE_AFTER = env.duration("TABLES_CLOSE_AFTER", "14d", at_least=timedelta(minutes=1))

# Where data sets of finished games are written and served from; without a folder there are none.
DATASETS_DIR = env.text("DATASETS_DIR", "")
# Slices of their games for which the fairness of chance is tested too.
FAIRNESS_SLICES = env.choices("FAIRNESS_SLICES", among=("company", "hour", "month", "seats", "weekday"))

# Live streams, served by a process of their own; without a URL they have the origin of the API.
STREAMS_URL = env.base_url("STREAMS_URL")
_A_SECOND = timedelta(seconds=1)
STREAMS_HEARTBEAT = env.duration("STREAMS_HEARTBEAT", "15s", at_least=_A_SECOND).total_seconds()
STREAMS_STALL = env.duration("STREAMS_STALL", "10s", at_least=_A_SECOND).total_seconds()
STREAMS_PER_PLAYER = env.number("STREAMS_PER_PLAYER", 200, low=1, high=1_000_000)
STREAMS_PER_ADDRESS = env.number("STREAMS_PER_ADDRESS", 50, low=1, high=1_000_000)
STREAMS_MAX = env.number("STREAMS_MAX", 10_000, low=1, high=1_000_000)

# Webhooks: which private addresses they may call, the time-out of an attempt, the delays between attempts
# (the last one repeats), and when to give up.
WEBHOOKS_TO_PRIVATE_ADDRESSES = env.choice(
    "WEBHOOKS_TO_PRIVATE_ADDRESSES", "none", among=("none", "loopback", "all")
)
WEBHOOK_TIMEOUT = env.duration("WEBHOOK_TIMEOUT", "10s", at_least=_A_SECOND)
WEBHOOK_RETRIES = env.durations("WEBHOOK_RETRIES", "5s,30s,2m,10m,1h,6h")
WEBHOOK_GIVE_UP_AFTER = env.duration("WEBHOOK_GIVE_UP_AFTER", "3d")

# Notifications: the address of this server in their links, the key that signs for push services (without one
# there are no pushes), how many a player is sent in any 24 hours, the delays between attempts (the last one
# repeats), and when to give up.
PUBLIC_URL = env.base_url("PUBLIC_URL") or (
    f"{'https' if SECURE_SSL_REDIRECT else 'http'}://{ALLOWED_HOSTS[0].removeprefix('.')}"
)
VAPID_KEY = env.key("VAPID_KEY", size=32) if env.text("VAPID_KEY", "") else None
MAILS_PER_DAY = env.number("MAILS_PER_DAY", 50, low=0, high=1_000_000)
PUSHES_PER_DAY = env.number("PUSHES_PER_DAY", 500, low=0, high=1_000_000)
NOTIFICATION_RETRIES = env.durations("NOTIFICATION_RETRIES", "30s,2m,10m,1h,3h")
NOTIFICATION_GIVE_UP_AFTER = env.duration("NOTIFICATION_GIVE_UP_AFTER", "1d")
NOTIFICATION_LEASE = env.duration("NOTIFICATION_LEASE", "60s", at_least=_A_SECOND)

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["games.http.auth.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["games.http.auth.HasScope"],
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.http.negotiation.Negotiation",
    "DEFAULT_RENDERER_CLASSES": ["games.http.renderer.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.http.parser.Parser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
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
