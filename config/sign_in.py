"""How people sign in, as Django and allauth read it, with the names and rules of games/people."""

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
