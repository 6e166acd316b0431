"""What tests share: servers, clients, people and tables."""
