import doctest

from tests.support.checkout import CHECKOUT

README = CHECKOUT / "bots" / "README.md"


def test_the_examples_in_the_readme_work():
    result = doctest.testfile(str(README), module_relative=False)

    assert result.attempted > 0
    assert result.failed == 0
