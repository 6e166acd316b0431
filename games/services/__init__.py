"""What writes: functions named `<entity>_<action>`."""
