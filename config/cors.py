"""The API is open to every origin and ignores cookies, so a foreign page can do no more than curl."""

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
