"""The addresses of the pages. Some names are those that allauth looks up."""

from allauth.account import views as account
from allauth.account.decorators import reauthentication_required
from allauth.mfa.webauthn import views as webauthn
from django.urls import path, re_path

from games.pages import language
from games.pages.calendar_page import Calendar
from games.pages.claim_page import ClaimPage
from games.pages.deletion_page import Deletion
from games.pages.name_page import Name
from games.pages.no_mail import needs_mail
from games.pages.overview_page import Overview
from games.pages.passkey_pages import AddPasskey, FirstPasskey, Passkeys, RemovePasskey
from games.pages.password_pages import Password, PasswordRemoval
from games.pages.recovery_pages import RecoveryCodesPage, RecoverySignIn
from games.pages.session_pages import Sessions
from games.pages.shell import PushWorker, Shell
from games.pages.sign_up_pages import PasskeySignUp, SignUp
from games.pages.token_pages import NewToken

_email = needs_mail(reauthentication_required(account.email, app="allauth.account"))

_web = [
    path("", Shell.as_view(), name="home"),
    path("tables/new", Shell.as_view()),
    path("games/<path:rest>", Shell.as_view(), name="table"),
    path("players/<path:rest>", Shell.as_view()),
    path("leaderboard", Shell.as_view()),
    path("leaderboard/<path:rest>", Shell.as_view()),
    path("settings", Shell.as_view(), name="settings"),
    path("push-worker.js", PushWorker.as_view()),
]
_entrance = [
    path("account/language", language.choose, name="set_language"),
    path("account/sign-up", SignUp.as_view(), name="account_signup"),
    path("account/sign-up/passkey", PasskeySignUp.as_view(), name="account_signup_by_passkey"),
    path("account/sign-up/passkey/new", FirstPasskey.as_view(), name="mfa_signup_webauthn"),
    path("account/sign-in", account.login, name="account_login"),
    path("account/sign-in/passkey", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path("account/sign-in/recovery", RecoverySignIn.as_view(), name="recovery_sign_in"),
    path("account/sign-out", account.logout, name="account_logout"),
    path("account/suspended", account.account_inactive, name="account_inactive"),
    path("account/confirm", account.reauthenticate, name="account_reauthenticate"),
    path("account/confirm/passkey", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("account/claim/<str:secret>", ClaimPage.as_view(), name="claim"),
]
_reset = [
    path("account/password/forgotten", needs_mail(account.password_reset), name="account_reset_password"),
    path("account/password/sent", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        "^account/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "account/password/done",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
_own = [
    path("account/", Overview.as_view(), name="account"),
    path("account/name", Name.as_view(), name="account_name"),
    path("account/password", Password.as_view(), name="account_change_password"),
    path("account/password/remove", PasswordRemoval.as_view(), name="account_remove_password"),
    path("account/email", _email, name="account_email"),
    path("account/email/<str:key>", account.confirm_email, name="account_confirm_email"),
    path("account/passkeys", Passkeys.as_view(), name="mfa_list_webauthn"),
    path("account/passkeys/add", AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("account/passkeys/<int:pk>/name", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    path("account/passkeys/<int:pk>/remove", RemovePasskey.as_view(), name="mfa_remove_webauthn"),
    path("account/recovery-codes", RecoveryCodesPage.as_view(), name="mfa_view_recovery_codes"),
    path("account/sessions", Sessions.as_view(), name="usersessions_list"),
    path("account/tokens", NewToken.as_view(), name="account_tokens"),
    path("account/calendar", Calendar.as_view(), name="account_calendar"),
    path("account/delete", Deletion.as_view(), name="account_delete"),
]
urlpatterns = [*_web, *_entrance, *_reset, *_own]
