"""Reports on games for people who want to hand something on."""
