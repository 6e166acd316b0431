"""What an auditor installs: it shows that logs, receipts, the public log and data sets hold."""
