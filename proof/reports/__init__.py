"""Reports on games: who played, what was proved and how to repeat it, as data and as a page for print."""

from proof.reports.facts import Facts, deleted_in, report_on
from proof.reports.page import page_of
from proof.reports.tournament import page_of_many, standings

__all__ = ["Facts", "deleted_in", "page_of", "page_of_many", "report_on", "standings"]
