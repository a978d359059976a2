"""Prediction servers, the part of the registry that clients of version 2 know."""
import json
import os
import warnings

import datarobot as dr

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
origin = os.environ["ENDPOINT"][: -len("/api/v2")]
print(json.dumps({"servers": [[one.url == origin, bool(one.id), bool(one.datarobot_key)] for one in dr.PredictionServer.list()]}))
