"""Policies as C2SP tlog-policy has them: what is read, and which cosignatures are enough."""

import pytest

from proof.transparency.cosigner import cosigner_from
from proof.transparency.mirror import Mirror, Unreachable
from proof.transparency.notes import NoteError
from proof.transparency.policy import NotCosigned, PolicyError, policy_file, policy_from
from tests.proof.transparency.logs import LogOfOne

LOG = LogOfOne("example.org/log", [b"one", b"two"])


@pytest.fixture(scope="module")
def cosigners(tmp_path_factory):
    folder = tmp_path_factory.mktemp("keys")
    return {name: cosigner_from(folder / name, f"{name}.example") for name in "abcdef"}


@pytest.fixture
def policy(cosigners):
    return lambda rules: policy_from(policy_text(cosigners, rules))


def policy_text(cosigners, rules):
    lines = [f"witness {name} {one.key} https://{name}.example" for name, one in cosigners.items()]
    return "\n".join(
        ["# who has seen it", "", *lines, f" \tlog\t{LOG.key}  https://example.org/log ", rules, ""]
    )


def noted(cosigners, names):
    return LOG.note + "".join(cosigners[name].cosign(LOG.note, [])[0].line for name in names)


TWO_OF_THREE = "group most 2 a b c\nquorum most"
NESTED = "group one 2 a b c\ngroup other any d e f\ngroup both all one other\nquorum both"


@pytest.mark.parametrize(
    ("rules", "enough", "too_few"),
    [
        ("quorum none", ["", "a"], []),
        ("quorum a", ["a", "ab"], ["", "b", "bcdef"]),
        (TWO_OF_THREE, ["ab", "ac", "bc", "abc", "abd"], ["", "a", "c", "ad", "def"]),
        (NESTED, ["abd", "bcf", "abcdef"], ["ab", "ad", "adef", "d"]),
        ("group all-of-them all a b\nquorum all-of-them", ["ab"], ["a", "b"]),
    ],
)
def test_a_checkpoint_holds_if_enough_have_cosigned_it(policy, cosigners, rules, enough, too_few):
    for names in enough:
        assert policy(rules).check(noted(cosigners, names)) == [*names]
    for names in too_few:
        with pytest.raises(NotCosigned, match=": none" if not names else f": {', '.join(names)}"):
            policy(rules).check(noted(cosigners, names))


def test_a_cosignature_counts_once_and_only_for_this_text(policy, cosigners):
    with pytest.raises(NotCosigned):
        policy(TWO_OF_THREE).check(noted(cosigners, "aaa"))
    other = LogOfOne(LOG.origin, [b"another"])
    lines = noted(cosigners, "ab").removeprefix(LOG.note)
    with pytest.raises(NoteError, match=r"the signature of a.example does not fit"):
        policy(TWO_OF_THREE).check(other.note + lines)


def test_a_log_that_the_policy_does_not_name_is_not_accepted(policy, cosigners):
    other = LogOfOne("example.net/log", [b"one"])

    with pytest.raises(NotCosigned, match="a key that the policy does not name"):
        policy("quorum none").check(other.note)


def test_a_monitor_with_a_policy_follows_only_what_is_cosigned(policy, cosigners):
    shown = [noted(cosigners, "a"), noted(cosigners, "ab")]
    rules = policy(TWO_OF_THREE)

    with pytest.raises(Unreachable, match="too few witnesses"):
        Mirror(lambda _: shown[0].encode(), LOG.key, pauses=(), policy=rules).checkpoint()
    mirror = Mirror(lambda _: shown.pop(0).encode(), LOG.key, pauses=(0,), policy=rules)
    assert mirror.checkpoint()[1].size == 2


WRONG = {
    "quorum x": "nothing before it is called x",
    "quorum a\nquorum b": "a second quorum",
    "": "the policy has no quorum",
    "group g 3 a b\nquorum g": "'3' of 2",
    "group g 0 a b\nquorum g": "'0' of 2",
    "group g 01 a b\nquorum g": "'01' of 2",
    "group g 1 a a\nquorum g": "a name is in one group at most",
    "group g 1 a b\ngroup h 1 b c\nquorum h": "a name is in one group at most",
    "group g 1 h\ngroup h 1 a\nquorum g": "nothing before it is called h",
    "group g 1 none\nquorum g": "nothing before it is called none",
    "group none 1 a\nquorum none": "none is taken",
    "group a 1 b\nquorum a": "a is taken",
    "group g 1\nquorum g": "no line of a policy",
    "witness a": "no line of a policy",
    "quorum a\r": "no line of a policy",
    "wittness x y\nquorum a": "no line of a policy",
    f"log {LOG.key}\nquorum a": "this key is given twice",
    f"witness x {LOG.key}\nquorum x": "a log has a key of kind 1, a witness one of kind 4",
}


@pytest.mark.parametrize("rules", WRONG)
def test_what_is_not_a_policy_is_refused_with_its_line(policy, rules):
    with pytest.raises(PolicyError, match=WRONG[rules]):
        policy(rules)


def test_names_are_bytes_that_nobody_has_to_understand(cosigners, tmp_path):
    path = tmp_path / "policy"
    path.write_text(f"witness Zażółć {cosigners['a'].key}\nquorum Zażółć\n", encoding="utf-8")

    assert policy_file(path).check(noted(cosigners, "a")) == ["Zażółć"]
