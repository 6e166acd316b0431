"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with the parameters that OWASP gives for servers.

    Django's take 100 MiB for each check, and all threads of a web process may check one at the same time.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
