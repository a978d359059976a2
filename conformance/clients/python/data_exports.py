"""Rows out of a deployment with the official client: exports of predictions, actuals and training data; deletion."""
import datetime
import io
import json
import os
import time
import warnings

import pandas as pd
import requests

import datarobot as dr
from datarobot.models.deployment import ActualsDataExport, PredictionDataExport, TrainingDataExport

warnings.simplefilter("ignore")
endpoint, token = os.environ["ENDPOINT"], os.environ["TOKEN"]
client = dr.Client(endpoint=endpoint, token=token)
deployment = dr.Deployment.get(os.environ["DEPLOYMENT_ID"])
model_id = deployment.model["id"]
now = datetime.datetime.now(datetime.timezone.utc)
ago = now - datetime.timedelta(days=7)
seen = {}


def refused(call):
    try:
        call()
    except dr.errors.ClientError as error:
        return error.status_code
    except dr.errors.AsyncProcessUnsuccessfulError:
        return "failed"
    return None


seen["notKept"] = refused(lambda: PredictionDataExport.create(deployment.id, ago, now))
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

# Rows are recorded behind the answer.
soon = now + datetime.timedelta(hours=1)
for _ in range(120):
    if deployment.get_service_stats(model_id=model_id, start_time=None, end_time=None).metrics["totalPredictions"]:
        break
    time.sleep(0.5)

export = PredictionDataExport.create(deployment.id, ago, soon)
(dataset,) = export.fetch_data()
table = dataset.get_as_dataframe()
seen["predictions"] = [
    export.status,
    export.model_id == model_id,
    export.error,
    export.batches,
    len(table) == len(rows),
    list(table["id"]) == list(rows["id"]),
    "sold_PREDICTION" in table.columns,
    "DR_RESERVED_PREDICTION_TIMESTAMP" in table.columns,
]
listed = PredictionDataExport.list(deployment.id, status="SUCCEEDED", model_id=model_id)
seen["listed"] = [[one.id for one in listed] == [export.id], len(PredictionDataExport.list(deployment.id, batch=True))]
seen["unpaged"] = len(PredictionDataExport.list(deployment.id, limit=0))
seen["got"] = PredictionDataExport.get(deployment.id, export.id).period["end"] == export.period["end"]
seen["refused"] = [
    refused(lambda: PredictionDataExport.create(deployment.id, now, ago)),
    refused(lambda: PredictionDataExport.create(deployment.id, ago, now + datetime.timedelta(days=30))),
    refused(lambda: PredictionDataExport.create(deployment.id, "2020-01-01", "2020-02-01")),
    refused(lambda: PredictionDataExport.create(deployment.id, ago, now, batch_ids=["no such batch"])),
    refused(lambda: PredictionDataExport.get(deployment.id, "nowhere")),
]

deployment.submit_actuals(
    [{"association_id": "row 0", "actual_value": "yes"}, {"association_id": "nobody", "actual_value": "no"}]
)
both = ActualsDataExport.create(deployment.id, ago, soon)
matched = ActualsDataExport.create(deployment.id, ago, soon, model_id=model_id, only_matched_predictions=True)
of = lambda one: sorted(one.fetch_data()[0].get_as_dataframe()["association_id"])
seen["actuals"] = [both.status, of(both), of(matched), matched.only_matched_predictions]
seen["actualsListed"] = [
    len(ActualsDataExport.list(deployment.id)),
    ActualsDataExport.get(deployment.id, both.id).id == both.id,
]

dataset_id = TrainingDataExport.create(deployment.id)
(training,) = TrainingDataExport.list(deployment.id)
same = TrainingDataExport.get(deployment.id, training.id)
seen["training"] = [
    training.model_id == model_id,
    training.data["id"] == dataset_id,
    same.fetch_data().id == dataset_id,
    "sold" in list(dr.Dataset.get(dataset_id).get_as_dataframe().columns),
]

hour = now.replace(minute=0, second=0, microsecond=0)
deployment.delete_monitoring_data(model_id, hour - datetime.timedelta(days=3), hour - datetime.timedelta(days=2))
seen["kept"] = deployment.get_service_stats(model_id=model_id).metrics["totalPredictions"]
deployment.delete_monitoring_data(model_id)
seen["deleted"] = [
    deployment.get_service_stats(model_id=model_id).metrics["totalPredictions"],
    refused(lambda: PredictionDataExport.create(deployment.id, ago, soon)),
]
print(json.dumps(seen))
