"""The players of a full database, and what belongs to each of them, as statements.

The temporary table `crowd` has their ids and numbers them.
"""

from __future__ import annotations

from typing import Final

PLAYERS: Final = (
    """CREATE TEMP TABLE crowd AS
    SELECT n, gen_random_uuid() AS id FROM generate_series(0, %(players)s - 1) n""",
    "CREATE INDEX ON crowd (n)",
    "ANALYZE crowd",
    """INSERT INTO games_player (id, name, is_bot, created_at)
    SELECT id, 'p-' || n, false, now() - interval '1 year' FROM crowd""",
    """INSERT INTO games_token (id, player_id, name, scopes, digest, created_at)
    SELECT id, id, 'first', '{games:read,games:play}', md5(id::text) || md5(n::text), now() FROM crowd""",
    """INSERT INTO games_rating
        (rated, player_id, ruleset, kind, bot, mean, deviation, rating, games, wins)
    SELECT id, id, ruleset, 'people', '', 25, 8, round(random()::numeric * 30, 1), 9, 3
    FROM crowd, unnest('{london,berlin,amsterdam,world}'::text[]) ruleset""",
)
# Half of them sign in with a passkey and have a session.
SIGNED_IN: Final = (
    """INSERT INTO auth_user (password, last_login, is_superuser, username, first_name, last_name, email,
        is_staff, is_active, date_joined)
    SELECT '!', now(), false, id, '', '', '', false, true, now() - interval '1 year'
    FROM crowd WHERE n %% 2 = 0""",
    """INSERT INTO games_person (player_id, user_id, language, created_at)
    SELECT crowd.id, auth_user.id, 'en', date_joined
    FROM crowd JOIN auth_user ON auth_user.username = crowd.id::text""",
    """INSERT INTO mfa_authenticator (user_id, type, data, created_at)
    SELECT user_id, 'webauthn', '{}', created_at FROM games_person""",
    """INSERT INTO django_session (session_key, session_data, expire_date)
    SELECT md5(player_id::text), '', now() + interval '30 days' * random() FROM games_person""",
    """INSERT INTO usersessions_usersession
        (user_id, created_at, ip, last_seen_at, session_key, user_agent, data)
    SELECT user_id, now(), '127.0.0.1', now(), md5(player_id::text), '', '{}' FROM games_person""",
)
NOTIFIED: Final = (
    "INSERT INTO games_inbox (player_id, last) SELECT id, %(notices)s FROM crowd",
    """INSERT INTO games_notice (player_id, number, kind, at, data)
    SELECT id, number, 'webhook.paused', now() - interval '80 days' * (1 - number / %(notices)s::float),
        '{"webhook": "00000000-0000-0000-0000-000000000001", "because": "gone"}'
    FROM generate_series(1, %(notices)s) number, crowd""",
    """INSERT INTO games_webhook (player_id, id, token_id, url, kinds, description, created_at, secret,
        previous_secret, paused_because, failures)
    SELECT id, id, id, '', '{game.your_turn}', '', now(), '', '', '', 0 FROM crowd WHERE n %% 20 = 0""",
    """INSERT INTO games_delivery
        (player_id, id, channel, receiver, kind, data, notices, state, attempts, created_at, ended_at)
    SELECT id, gen_random_uuid(), 'webhook', id, 'game.your_turn', '{}', '{}', 'delivered', 1,
        now() - interval '6 days' * number / 40, now() - interval '6 days' * number / 40
    FROM generate_series(1, 40) number, crowd WHERE n %% 20 = 0""",
    """INSERT INTO games_attempt
        (player_id, delivery_id, number, at, milliseconds, url, headers, response)
    SELECT player_id, id, 1, ended_at, 9, '', '{}', '' FROM games_delivery""",
    """INSERT INTO games_notificationchoice (player_id, email, push, hour, time_zone, language)
    SELECT id, 'off', true, 8, 'UTC', 'en' FROM crowd WHERE n %% 10 = 0""",
    """INSERT INTO games_pushsubscription
        (player_id, id, endpoint, p256dh, auth, description, created_at, failures)
    SELECT player_id, player_id, '', '', '', '', now(), 0 FROM games_notificationchoice""",
    """INSERT INTO games_delivery (player_id, id, channel, receiver, kind, notices, state, attempts,
        created_at, ended_at)
    SELECT player_id, gen_random_uuid(), 'push', id, 'game.your_turn', '{1}', 'delivered', 1, at, at
    FROM (SELECT *, now() - interval '6 days' * number / 40 AS at
        FROM games_pushsubscription, generate_series(1, 40) number) sent""",
    """INSERT INTO games_calendar (player_id, digest, created_at)
    SELECT id, md5(id::text) || md5(n::text), now() FROM crowd WHERE n %% 10 = 0""",
)
# Some have registered an app, more have allowed one.
APPS: Final = (
    """INSERT INTO games_app (id, owner_id, name, homepage, redirect_uris, secret_digest, created_at)
    SELECT id, id, 'app', '', '{}', '', now() FROM crowd WHERE n %% 50 = 0""",
    """INSERT INTO games_grant
        (id, player_id, app_id, scopes, family_digest, refresh_digest, previous_digest, created_at,
        expires_at)
    SELECT one.id, one.id, app.id, '{games:read}', md5(one.id::text), '', '', now(),
        now() + interval '30 days'
    FROM crowd one JOIN crowd app ON app.n = one.n - one.n %% 50 WHERE one.n %% 10 = 0""",
    """INSERT INTO games_authorizationcode
        (id, digest, app_id, player_id, scopes, redirect_uri, challenge, expires_at, grant_id)
    SELECT id, family_digest, app_id, player_id, scopes, '', '', now(), id FROM games_grant""",
    """INSERT INTO games_devicecode
        (id, digest, user_digest, app_id, player_id, scopes, state, "interval", expires_at)
    SELECT id, family_digest, family_digest, app_id, player_id, scopes, 'allowed', 5, now()
    FROM games_grant""",
)
RELATIONS: Final = (
    """INSERT INTO games_friend (player_id, other_id, status, since)
    SELECT one.id, other.id, 'friend', now() FROM crowd one
    JOIN crowd other ON other.n IN ((one.n + 1) %% %(players)s, (one.n + 7) %% %(players)s)""",
    """INSERT INTO games_block (player_id, other_id, since)
    SELECT one.id, other.id, now() FROM crowd one JOIN crowd other ON other.n = (one.n + 3) %% %(players)s""",
    """INSERT INTO games_operatordeed (deed, player_id, operator, reason, at)
    SELECT 'rename', id, 'root', '', now() - interval '1 year' * random() FROM crowd WHERE n %% 100 = 0""",
    # Whole pages of them however few people there are: what a page costs does not grow.
    """INSERT INTO games_operatordeed (deed, player_id, operator, reason, at)
    SELECT 'rename', id, 'root', '', now() FROM crowd, generate_series(1, 200) WHERE n = 0""",
)
PEOPLE: Final = (*PLAYERS, *SIGNED_IN, *NOTIFIED, *APPS, *RELATIONS)
