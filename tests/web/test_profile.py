"""Profiles and leaderboards."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.web import screens


def test_a_profile_shows_ratings_results_head_to_head_and_all_games(grace, finished):
    alan = finished.names[1]
    page = grace.open(f"/players/{alan}")

    expect(page.get_by_role("heading", level=1)).to_have_text(alan)
    expect(page.locator(".ratings li")).to_contain_text("of 1 game")
    between = page.locator("tr", has=page.get_by_role("rowheader", name="London")).get_by_role("cell")
    expect(between).to_have_count(4)
    games, *ended = map(int, between.all_inner_texts())
    assert games == sum(ended) == 1
    expect(page.locator(".history")).to_contain_text(grace.name)
    replay = page.get_by_role("row").get_by_role("link", name="Replay")
    expect(replay).to_have_attribute("href", f"/games/{finished.id}/replay")
    screens(page, "profile")


def test_who_does_not_exist_has_no_profile(page, url):
    page.goto(f"{url}/players/nobody-at-all")

    expect(page.locator(".failure")).to_contain_text("This did not work.")


def test_a_leaderboard_lists_people_and_programs_of_each_game(grace, finished):
    alan = finished.names[1]
    page = grace.open("/leaderboard/london")

    expect(page.get_by_role("row", name=alan)).to_be_visible()
    expect(page.locator("tr[aria-current]")).to_contain_text(grace.name)
    screens(page, "leaderboard")

    page.get_by_role("link", name="Berlin").click()
    expect(page.get_by_text("Nobody has a rating here yet.")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name=alan).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(alan)
