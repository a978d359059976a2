"""How a deployment does, with the official client: before anything was predicted, then with predictions and actuals."""
import json
import os
import tempfile
import time
import warnings
from datetime import datetime, timedelta, timezone

import datarobot as dr
import pandas as pd
import requests
from datarobot.errors import ClientError

warnings.simplefilter("ignore")
endpoint, token = os.environ["ENDPOINT"], os.environ["TOKEN"]
dr.Client(endpoint=endpoint, token=token)
client = dr.client.get_client()
seen = {}


def refused(call):
    try:
        call()
    except ClientError as error:
        return error.status_code
    return None


server = dr.PredictionServer.list()[0]
deployment = dr.Deployment.create_from_learning_model(
    os.environ["MODEL_ID"], label="Watched", default_prediction_server_id=server.id
)
path = "deployments/{}/".format(deployment.id)
while client.get(path).json()["status"] == "launching":
    time.sleep(0.5)
newer = hasattr(deployment, "get_predictions_over_time")

stats = deployment.get_service_stats()
seen["stats"] = [stats["totalPredictions"], stats["executionTime"], stats["cacheHitRatio"]]
over = deployment.get_service_stats_over_time(metric=dr.enums.SERVICE_STAT_METRIC.TOTAL_PREDICTIONS)
seen["statsOverTime"] = sorted(set(over.bucket_values.values()))
target = deployment.get_target_drift()
seen["target"] = [target.target_name, target.drift_score, target.sample_size]
seen["features"] = sorted((one.name, one.drift_score) for one in deployment.get_feature_drift())
accuracy = deployment.get_accuracy()
seen["accuracy"] = [accuracy.metric_values["LogLoss"], accuracy.metric_baselines["LogLoss"] > 0, accuracy["AUC"]]
over = deployment.get_accuracy_over_time(metric=dr.enums.ACCURACY_METRIC.LOGLOSS)
seen["accuracyOverTime"] = [over.metric, len(over.buckets), sorted(set(over.bucket_values.values()), key=str)]
seen["results"] = deployment.get_prediction_results()
if newer:
    predictions = deployment.get_predictions_over_time()
    seen["predictions"] = [len(predictions.baselines), {one["row_count"] for one in predictions.buckets} == {0}]
    versus = deployment.get_predictions_vs_actuals_over_time()
    seen["versus"] = [versus.summary, versus.buckets[0]["mean_predicted_value"], len(versus.baselines)]
seen["early"] = refused(lambda: deployment.submit_actuals([{"association_id": "0", "actual_value": "yes"}]))

deployment.update_association_id_settings(column_names=["id"], required_in_prediction_requests=False, max_wait=60)
rows = pd.DataFrame(
    {
        "id": ["row {}".format(n) for n in range(60)],
        "size": [(n * 37) % 100 for n in range(60)],
        "age": [(n * 17) % 40 for n in range(60)],
        "town": [["Oslo", "Rome", "Lima"][n % 3] for n in range(60)],
        "price": [3 * ((n * 37) % 100) for n in range(60)],
    }
)
answer = requests.post(
    "{}/predApi/v1.0/deployments/{}/predictions".format(endpoint.replace("/api/v2", ""), deployment.id),
    data=rows.to_csv(index=False).encode(),
    headers={"Content-Type": "text/csv", "Authorization": "Bearer " + token},
)
answer.raise_for_status()
labels = [row["prediction"] for row in answer.json()["data"]]
other = {"yes": "no", "no": "yes"}

# Right about fifty rows, wrong about five; of five nobody says anything.
told = [{"association_id": "row {}".format(n), "actual_value": labels[n]} for n in range(50)]
told[0]["timestamp"] = datetime(2024, 1, 2, 3, 4, 5)
told[1]["was_acted_on"] = True
deployment.submit_actuals(told, batch_size=30)
frame = pd.DataFrame(
    {"association_id": ["row {}".format(n) for n in range(50, 55)], "actual_value": [other[labels[n]] for n in range(50, 55)]}
)
if newer:
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        frame.to_csv(file.name, index=False)
        dataset = dr.Dataset.create_from_file(file.name)
    job = deployment.submit_actuals_from_catalog_async(
        dataset_id=dataset.id, actual_value_column="actual_value", association_id_column="association_id"
    )
    job.wait_for_completion(max_wait=60)
else:
    deployment.submit_actuals(frame)
seen["wrong"] = [
    refused(lambda: deployment.submit_actuals([{"association_id": "row 1", "actual_value": "perhaps"}])),
    refused(lambda: deployment.submit_actuals([{"association_id": "row 1", "actual_value": "yes"}] * 2)),
    refused(lambda: deployment.submit_actuals([{"association_id": "x" * 129, "actual_value": "yes"}])),
]

# What was predicted is learned from a little later.
for _ in range(240):
    results = deployment.get_prediction_results(actuals_present=True)
    if len(results) == 55 and deployment.get_accuracy().metric_values["Accuracy"] is not None:
        break
    time.sleep(0.25)
accuracy = deployment.get_accuracy()
seen["accuracyNow"] = [round(accuracy.metric_values["Accuracy"], 6), accuracy.metric_values["LogLoss"] > 0]
end = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
over = deployment.get_accuracy_over_time(
    metric=dr.enums.ACCURACY_METRIC.ACCURACY if hasattr(dr.enums.ACCURACY_METRIC, "ACCURACY") else "Accuracy",
    start_time=end - timedelta(days=1),
    end_time=end,
    bucket_size="P1D",
)
seen["accuracyOverTimeNow"] = [round(value, 6) for value in over.bucket_values.values()]
first = [row for row in deployment.get_prediction_results(limit=60) if row["association_id"] == "row 50"][0]
seen["result"] = [first["actual"] == other[first["predicted"]], first["model_id"] == os.environ["MODEL_ID"]]
seen["missing"] = len(deployment.get_prediction_results(actuals_present=False))
with tempfile.NamedTemporaryFile(suffix=".csv") as file:
    deployment.download_prediction_results(file.name)
    seen["file"] = len(pd.read_csv(file.name))
if newer:
    versus = deployment.get_predictions_vs_actuals_over_time()
    seen["versusNow"] = [versus.summary, versus.baselines[0]["model_id"] == os.environ["MODEL_ID"]]
    rows_seen = sum(one["row_count"] for one in deployment.get_predictions_over_time().buckets)
    seen["predictionsNow"] = rows_seen
seen["statsNow"] = deployment.get_service_stats()["totalPredictions"]
seen["targetNow"] = deployment.get_target_drift().sample_size
deployment.delete()
print(json.dumps(seen))
