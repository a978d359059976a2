"""What a deployment of time series is told about being watched, with the official client, and that it does as told."""
import json
import os
import time
import warnings
from datetime import datetime, timedelta, timezone

import datarobot as dr
import requests
from datarobot.errors import ClientError
from datarobot.utils.waiters import wait_for_async_resolution

warnings.simplefilter("ignore")
endpoint, token = os.environ["ENDPOINT"], os.environ["TOKEN"]
dr.Client(endpoint=endpoint, token=token)
client = dr.client.get_client()
seen = {}
start = datetime(2022, 1, 1, tzinfo=timezone.utc)


def refused(call):
    try:
        call()
    except ClientError as error:
        return error.status_code
    return None


def change(settings):
    answer = client.patch("deployments/{}/settings/".format(deployment.id), json=settings)
    wait_for_async_resolution(client, answer.headers["Location"], 60)


def day(number):
    return (start + timedelta(days=number)).strftime("%Y-%m-%d")


def predict(last):
    """Three shops: twenty days of history up to one day, and four days after it."""
    lines = ["date,store,sales,promotion"]
    for shop in range(3):
        for number in range(last - 19, last + 5):
            sales = str(100 + number) if number <= last else ""
            lines.append("{},shop {},{},0".format(day(number), shop, sales))
    answer = requests.post(
        "{}/predApi/v1.0/deployments/{}/predictions".format(endpoint.replace("/api/v2", ""), deployment.id),
        data="\n".join(lines).encode(),
        headers={"Content-Type": "text/csv", "Authorization": "Bearer " + token},
    )
    answer.raise_for_status()
    return answer.json()["data"]


def until(look):
    for _ in range(240):
        found = look()
        if found:
            return found
        time.sleep(0.25)
    return None


server = dr.PredictionServer.list()[0]
deployment = dr.Deployment.create_from_learning_model(
    os.environ["MODEL_ID"], label="Watched shops", default_prediction_server_id=server.id
)
while client.get("deployments/{}/".format(deployment.id)).json()["status"] == "launching":
    time.sleep(0.5)

seen["byDate"] = deployment.get_predictions_by_forecast_date_settings()["enabled"]
seen["wrongDate"] = refused(
    lambda: deployment.update_predictions_by_forecast_date_settings(True, "day of birth", "%Y-%m-%d", max_wait=60)
)
deployment.update_predictions_by_forecast_date_settings(True, "date (actual)", "%Y-%m-%d", max_wait=60)
seen["byDateNow"] = deployment.get_predictions_by_forecast_date_settings()
seen["alone"] = refused(lambda: change({"automaticActuals": {"enabled": True}}))
deployment.update_association_id_settings(
    column_names=["store", "date"], required_in_prediction_requests=True, max_wait=60
)
seen["ids"] = deployment.get_association_id_settings()
change({"automaticActuals": {"enabled": True}})

# Four days are forecast, and have come when the next forecast is asked for.
predict(119)
predict(123)
within = {"start_time": start + timedelta(days=120), "end_time": start + timedelta(days=124)}
until(lambda: deployment.get_accuracy(**within).metric_values["MAE"])
over = deployment.get_accuracy_over_time(metric="MAE", bucket_size="P1D", **within)
seen["overTime"] = [value is not None for value in over.bucket_values.values()]
seen["sampleSizes"] = [bucket["sample_size"] for bucket in over.buckets]
seen["drift"] = deployment.get_target_drift(**within).sample_size

seen["contradiction"] = refused(lambda: change({"associationId": {"autoGenerateId": True}}))
change(
    {
        "associationId": {"columnNames": ["id"], "requiredInPredictionRequests": False, "autoGenerateId": True},
        "automaticActuals": {"enabled": False},
        "predictionsByForecastDate": {"enabled": False},
    }
)
rows = predict(119)
given = [row["passthroughValues"]["id"] for row in rows]
seen["given"] = [len(rows) > 0, len(set(given)) == len(given)]
deployment.submit_actuals([{"association_id": given[0], "actual_value": rows[0]["prediction"] + 5}])
found = until(lambda: deployment.get_prediction_results(actuals_present=True))
seen["error"] = [row["association_id"] == given[0] and round(row["actual"] - row["predicted"], 6) for row in found]

if hasattr(deployment, "update_accuracy_metrics_settings"):
    seen["metrics"] = deployment.get_accuracy_metrics_settings()[:2]
    seen["chosen"] = deployment.update_accuracy_metrics_settings(["MAE", "RMSE"])
    seen["chosenNow"] = deployment.get_accuracy_metrics_settings()
    seen["shown"] = list(deployment.get_accuracy().metric_values)
    seen["wrongMetric"] = refused(lambda: deployment.update_accuracy_metrics_settings(["AUC"]))
deployment.delete()
print(json.dumps(seen))
