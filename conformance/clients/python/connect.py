"""Connect with the official client as its documentation shows, and say what it saw."""
import json
import os
import warnings

import datarobot as dr

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    client = dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
ahead = [str(one.message) for one in caught if "version" in str(one.message) and "server" in str(one.message)]
version = client.get("version/").json()
info = client.get("account/info/").json()
print(json.dumps({"client": dr.__version__, "version": version["versionString"], "uid": info["uid"], "ahead": ahead}))
