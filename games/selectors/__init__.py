"""What reads: functions named `<entity>_get` and `<entity>_list`."""
