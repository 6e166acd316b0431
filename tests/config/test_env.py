from datetime import timedelta

import pytest

from config.env import Env, Misconfigured


def refusal(read) -> str:
    with pytest.raises(Misconfigured) as caught:
        read()
    return str(caught.value)


def test_a_missing_value_is_named_with_what_is_expected():
    sentence = refusal(lambda: Env({}).text("DATABASE_URL", expected="a URL"))

    assert sentence == "signalbox: DATABASE_URL is not set; expected a URL."


def test_an_empty_value_counts_as_missing():
    assert Env({"HOST": "  "}).text("HOST", "127.0.0.1") == "127.0.0.1"


@pytest.mark.parametrize(("word", "meaning"), [("yes", True), ("TRUE", True), ("0", False), ("off", False)])
def test_a_flag_can_be_said_in_several_ways(word, meaning):
    assert Env({"BEHIND_PROXY": word}).flag("BEHIND_PROXY", default=not meaning) is meaning


def test_a_flag_that_is_neither_yes_nor_no_is_refused_by_name_and_value():
    assert refusal(lambda: Env({"BEHIND_PROXY": "maybe"}).flag("BEHIND_PROXY", default=False)) == (
        "signalbox: BEHIND_PROXY is 'maybe'; expected true or false."
    )


@pytest.mark.parametrize("value", ["0", "65536", "eighty", "80.0", "-1", "²", "9" * 5000])
def test_a_number_out_of_its_range_or_no_number_at_all_is_refused(value):
    sentence = refusal(lambda: Env({"PORT": value}).number("PORT", 8000, low=1, high=65535))

    assert sentence.startswith("signalbox: PORT is ")
    assert sentence.endswith("; expected a whole number from 1 to 65535.")


def test_a_number_at_the_edge_of_its_range_is_taken():
    assert Env({"PORT": "65535"}).number("PORT", 8000, low=1, high=65535) == 65535


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        ("90", timedelta(seconds=90)),
        ("5m", timedelta(minutes=5)),
        ("2h", timedelta(hours=2)),
        ("1d", timedelta(days=1)),
    ],
)
def test_a_duration_has_a_unit_or_is_in_seconds(value, meaning):
    assert Env({"HSTS": value}).duration("HSTS", "0") == meaning


def test_a_duration_in_an_unknown_unit_is_refused():
    assert "expected a duration such as" in refusal(lambda: Env({"HSTS": "2w"}).duration("HSTS", "0"))


def test_durations_are_separated_by_commas():
    found = Env({"RETRIES": "0s, 5,2m"}).durations("RETRIES", "1s")

    assert found == (timedelta(0), timedelta(seconds=5), timedelta(minutes=2))


@pytest.mark.parametrize("value", ["5s,", "5s;6s", "soon", "5s,2w"])
def test_one_wrong_duration_spoils_the_list(value):
    env = Env({"RETRIES": value})

    assert "expected durations such as" in refusal(lambda: env.durations("RETRIES", "1s"))


def test_words_are_separated_by_commas_and_trimmed():
    assert Env({"ALLOWED_HOSTS": "a, b,,c "}).words("ALLOWED_HOSTS", expected="hosts") == ["a", "b", "c"]


def test_a_choice_outside_the_list_is_refused_with_the_list():
    env = Env({"LOG_FORMAT": "xml"})

    assert refusal(lambda: env.choice("LOG_FORMAT", "json", among=("json", "text"))) == (
        "signalbox: LOG_FORMAT is 'xml'; expected one of json, text."
    )


def test_a_short_secret_is_refused_without_being_shown():
    sentence = refusal(lambda: Env({"SECRET_KEY": "hunter2"}).secret("SECRET_KEY", at_least=50))

    assert "hunter2" not in sentence
    assert sentence == "signalbox: SECRET_KEY has 7 characters; expected a secret of at least 50 characters."


@pytest.mark.parametrize(
    "value", ["mysql://me:hunter2@host/name", "me:hunter2@host", "postgres://h:port/x", "postgres:"]
)
def test_a_wrong_url_is_refused_without_showing_the_password_in_it(value):
    sentence = refusal(lambda: Env({"DATABASE_URL": value}).url("DATABASE_URL", schemes=("postgres",)))

    assert sentence.startswith("signalbox: DATABASE_URL ")
    assert sentence.endswith("expected a URL that starts with postgres://.")
    assert "hunter2" not in sentence


def test_witnesses_are_keys_with_addresses():
    key = "example.org/w+79363095+BAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
    env = Env(
        {"ONE": f"{key}  https://w.example/a/ ", "BARE": key, "TWICE": f"{key} http://a,{key} http://b"}
    )

    ((found, url),) = env.witnesses("ONE")

    assert (str(found), url) == (key, "https://w.example/a")
    assert env.witnesses("NONE") == ()
    for name in ("BARE", "TWICE"):
        assert "expected at most 16 of" in refusal(lambda name=name: env.witnesses(name))
