"""A wrong key must raise the client's own error about the key, not a crash in its reader."""
import json
import os

import datarobot as dr

try:
    dr.Client(endpoint=os.environ["ENDPOINT"], token="not-a-key")
    outcome = "connected"
except Exception as error:
    outcome = f"{type(error).__name__}: {error}"
print(json.dumps({"outcome": outcome}))
