"""The addresses of the pages. Their names are those that allauth looks up."""

from allauth.account import views as account
from allauth.mfa.webauthn import views as webauthn
from django.urls import path

from games.pages.views import language
from games.pages.views.home import Home
from games.pages.views.overview import Overview
from games.pages.views.sign_up import PasskeySignUp, SignUp

urlpatterns = [
    path("", Home.as_view(), name="home"),
    path("account/", Overview.as_view(), name="account"),
    path("account/language", language.choose, name="set_language"),
    path("account/sign-up", SignUp.as_view(), name="account_signup"),
    path("account/sign-up/passkey", PasskeySignUp.as_view(), name="account_signup_by_passkey"),
    path("account/sign-up/key", webauthn.signup_webauthn, name="mfa_signup_webauthn"),
    path("account/sign-in", account.login, name="account_login"),
    path("account/sign-in/passkey", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path("account/sign-out", account.logout, name="account_logout"),
    path("account/inactive", account.account_inactive, name="account_inactive"),
    path("account/confirm", account.reauthenticate, name="account_reauthenticate"),
    path("account/confirm/passkey", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("account/password", account.password_change, name="account_change_password"),
    path("account/password/new", account.password_set, name="account_set_password"),
    path("account/password/forgotten", account.password_reset, name="account_reset_password"),
    path("account/password/sent", account.password_reset_done, name="account_reset_password_done"),
    path(
        "account/password/reset/<str:uidb36>-<path:key>",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "account/password/done",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("account/email", account.email, name="account_email"),
    path("account/email/sent", account.email_verification_sent, name="account_email_verification_sent"),
    path("account/email/<str:key>", account.confirm_email, name="account_confirm_email"),
    path("account/passkeys", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("account/passkeys/add", webauthn.add_webauthn, name="mfa_add_webauthn"),
    path("account/passkeys/<int:pk>/name", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    path("account/passkeys/<int:pk>/remove", webauthn.remove_webauthn, name="mfa_remove_webauthn"),
]
