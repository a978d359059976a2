"""Real-time predictions as datarobot-predict makes them, of one deployment."""
import json
import os
import io

import datarobot as dr
import pandas as pd
from datarobot_predict import TimeSeriesType
from datarobot_predict.deployment import predict, predict_unstructured

dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
deployment = dr.Deployment.get(os.environ["DEPLOYMENT_ID"])
rows = pd.read_csv(io.StringIO(os.environ["ROWS"]))
series = os.environ.get("SERIES") == "true"

plain, headers = predict(deployment, rows)
answer = {"columns": list(plain.columns), "rows": len(plain), "timed": float(headers["X-DataRobot-Execution-Time"]) >= 0}
passed, _ = predict(deployment, rows, passthrough_columns="all")
answer["passed"] = [name for name in passed.columns if name not in plain.columns]
explained, _ = predict(deployment, rows, max_explanations=2)
answer["explained"] = sorted(name for name in explained.columns if name.endswith("FEATURE_NAME"))
if series:
    history, _ = predict(deployment, rows, time_series_type=TimeSeriesType.HISTORICAL)
    answer["historical"] = len(history) > len(plain)
try:
    predict_unstructured(deployment, b"anything")
except Exception as refused:  # the client raises whatever the server said
    answer["unstructured"] = "422" in str(refused) or "not unstructured" in str(refused)
print(json.dumps(answer))
