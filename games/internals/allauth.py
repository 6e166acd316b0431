"""Steps of signing in for which allauth has no public function."""

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.internal.flows.password_change import finalize_password_change, finalize_password_set
from allauth.account.internal.stagekit import clear_login
from allauth.core.internal.ratelimit import consume
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.webauthn.internal.auth import begin_registration

__all__ = [
    "RecoveryCodes",
    "begin_registration",
    "clear_login",
    "consume",
    "finalize_password_change",
    "finalize_password_set",
    "perform_login",
    "record_authentication",
]
