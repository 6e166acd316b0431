from rules.memo import Memo, once


def square(n: int) -> int:
    return n * n


def test_a_value_is_made_once_and_then_remembered():
    made: list[int] = []

    def make(n: int) -> int:
        made.append(n)
        return square(n)

    squares = Memo(make, most=10)

    assert [squares[3], squares[3], squares[4]] == [9, 9, 16]
    assert made == [3, 4]


def test_a_full_memo_starts_anew_and_still_answers():
    squares = Memo(square, most=3)

    assert [squares[n] for n in range(10)] == [n * n for n in range(10)]
    assert len(squares) <= 3


def test_what_is_made_of_the_same_arguments_is_made_once():
    @once
    def pair(one: int, other: int) -> list[int]:
        return [one, other]

    assert pair[1, 2] == [1, 2]
    assert pair[1, 2] is pair[1, 2]
    assert pair[1, 2] is not pair[2, 1]
