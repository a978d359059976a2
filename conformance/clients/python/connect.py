"""Connect with the official client as its documentation shows, and say what it saw."""
import json
import os

import datarobot as dr

client = dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
version = client.get("version/").json()
info = client.get("account/info/").json()
print(json.dumps({"client": dr.__version__, "version": version["versionString"], "uid": info["uid"]}))
