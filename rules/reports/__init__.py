"""Reports on games: who played, what was proved and how to repeat it, as data and as a page for print."""

from rules.reports.facts import Facts, report_on
from rules.reports.page import page_of, page_of_many

__all__ = ["Facts", "page_of", "page_of_many", "report_on"]
