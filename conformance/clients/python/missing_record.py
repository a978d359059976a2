"""The client reads the error body only when the content type is exactly application/json."""
import json
import os

import datarobot as dr
from datarobot.errors import ClientError

client = dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
try:
    client.get("status/00000000-0000-0000-0000-000000000000/")
    outcome = {"status": 200}
except ClientError as error:
    outcome = {"status": error.status_code, "json": error.json}
print(json.dumps(outcome))
