"""Metrics of a deployment computed by datarobot-model-metrics from the exports, compared with our own count."""
import datetime
import io
import json
import math
import os
import time
import warnings

import pandas as pd
import requests
from dmm import DataRobotSource, MetricEvaluator, SklearnMetric, TimeBucket

import datarobot as dr

warnings.simplefilter("ignore")
endpoint, token = os.environ["ENDPOINT"], os.environ["TOKEN"]
dr.Client(endpoint=endpoint, token=token)
deployment = dr.Deployment.get(os.environ["DEPLOYMENT_ID"])
deployment.update_predictions_data_collection_settings(enabled=True)
deployment.update_association_id_settings(column_names=["id"])

rows = pd.read_csv(io.StringIO(os.environ["ROWS"]))
rows["id"] = ["row %d" % n for n in range(len(rows))]
answer = requests.post(
    "%s/deployments/%s/predictions" % (endpoint, deployment.id),
    headers={"Authorization": "Bearer " + token, "Content-Type": "text/csv"},
    data=rows.to_csv(index=False),
)
assert answer.status_code == 200, answer.text
chances = [
    next(part["value"] for part in one["predictionValues"] if part["label"] == sold)
    for one, sold in zip(answer.json()["data"], rows["sold"])
]
expected = -sum(math.log(chance) for chance in chances) / len(chances)
deployment.submit_actuals(
    [{"association_id": one, "actual_value": value} for one, value in zip(rows["id"], rows["sold"])]
)
for _ in range(240):
    told = deployment.get_accuracy()["LogLoss"]
    if told is not None:
        break
    time.sleep(0.25)

now = datetime.datetime.now(datetime.timezone.utc)
hour = now.replace(minute=0, second=0, microsecond=0)
source = lambda: DataRobotSource(
    deployment_id=deployment.id,
    start=hour - datetime.timedelta(hours=2),
    end=hour + datetime.timedelta(hours=1),
    base_url=endpoint,
    token=token,
)
table = source().get_all_prediction_data()
labels = [name for name in table.columns if name.startswith("DR_RESERVED_PREDICTION_VALUE_")]
log_loss = SklearnMetric(metric="log_loss")
scores = MetricEvaluator(metric=log_loss, source=source(), time_bucket=TimeBucket.ALL).score()
print(
    json.dumps(
        {
            "labels": sorted(labels),
            "sums": bool(((table[labels].sum(axis=1) - 1).abs() < 1e-9).all()),
            "rows": len(table),
            "samples": int(scores["samples"].sum()),
            "computed": abs(float(scores["log_loss"].iloc[0]) - expected) < 1e-6,
            "told": abs(told - expected) < 1e-6,
        }
    )
)
