INSTALLED_APPS = ["games"]
