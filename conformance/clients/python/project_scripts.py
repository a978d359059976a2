"""What scripts for the official client take for granted: names, labels, filters, intervals, a deployment that answers."""
import json
import math
import os
import tempfile
import warnings
from datetime import date, timedelta

import datarobot as dr
import pandas as pd
import requests
from datarobot.enums import AUTOPILOT_MODE

warnings.simplefilter("ignore")
client = dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
OLD = dr.__version__.startswith("2.")
folder = tempfile.mkdtemp()
seen = {}


def modeled(name, frame, target, partitioning=None, **options):
    path = os.path.join(folder, f"{name}.csv")
    frame.to_csv(path, index=False)
    project = dr.Project.create(path, project_name=name)
    if OLD:
        project.set_target(target, mode=AUTOPILOT_MODE.QUICK, partitioning_method=partitioning, worker_count="-1", **options)
    else:
        if partitioning is not None:
            project.set_datetime_partitioning(partitioning)
        project.analyze_and_model(target, mode=AUTOPILOT_MODE.QUICK, worker_count="-1", max_wait=600, **options)
    project.wait_for_autopilot(check_interval=2, timeout=1500, verbosity=0)
    return project


# Two classes that are numbers, with options that have no effect here.
rows = [{"town": ["north", "south", "west"][i % 3], "visits": (i * 37) % 20, "bill": (i * 53) % 101} for i in range(240)]
customers = pd.DataFrame(rows)
customers["left"] = [int(row["visits"] < 8 and row["bill"] > 30) for row in rows]
options = dr.AdvancedOptions(accuracy_optimized_mb=True, shap_only_mode=True, smart_downsampled=True, majority_downsampling_rate=80.0)
project = modeled("customers", customers, "left", advanced_options=options)
project.set_worker_count("2")
seen["workers"] = client.get(f"projects/{project.id}/").json().get("workerCount")
by_type = {one.recommendation_type: one.model_id for one in dr.ModelRecommendation.get_all(project.id)}
recommended = dr.ModelRecommendation.get(project.id).get_model()
seen["recommended"] = sorted(by_type)
seen["deployable"] = by_type["Prepared for Deployment"] == by_type["Recommended for Deployment"] == recommended.id
models = project.get_models()
single = dr.Model.get(project.id, by_type["Fast & Accurate"])
client.post(f"projects/{project.id}/models/", data={"blueprintId": single.blueprint_id, "samplePct": "32"})
whole = client.post(f"projects/{project.id}/frozenModels/", data={"modelId": single.id, "samplePct": 100})
for job in project.get_model_jobs() + [dr.ModelJob.get(project.id, whole.json()["jobId"])]:
    dr.models.modeljob.wait_for_async_model_creation(project.id, job.id)
share = {sign: sorted({one.sample_pct for one in project.get_models(search_params={f"sample_pct{sign}": 64})}) for sign in ("", "__gt", "__gte", "__lt", "__lte")}
seen["shares"] = share
models = project.get_models()
seen["metrics"] = len({tuple(sorted(one.metrics)) for one in models})
seen["unscored"] = sum(one.metrics["AUC"]["validation"] is None for one in models)
if not OLD:
    best = max(one.metrics["AUC"]["validation"] or 0 for one in models)
    seen["top"] = project.get_top_model(metric="AUC").metrics["AUC"]["validation"] == best
single.cross_validate()
dataset = project.upload_dataset(customers.drop(columns=["left"]).head(4))
frame = single.request_predictions(dataset.id).get_result_when_complete()
seen["labels"] = sorted(name for name in frame.columns if name.startswith("class_"))
held = single.request_training_predictions(dr.enums.DATA_SUBSET.HOLDOUT).get_result_when_complete().get_all_as_dataframe()
everything = recommended.request_training_predictions(dr.enums.DATA_SUBSET.ALL).get_result_when_complete().get_all_as_dataframe()
seen["training"] = [len(held), sorted(held["partition_id"].unique()), len(everything), sorted(name for name in held.columns if "class" in name)]
feature = project.create_type_transform_feature("visits as category", "visits", "categoricalInt")
seen["transform"] = [feature.name, feature.feature_type]
listed = project.create_featurelist("categories", ["visits as category", "bill"])
job = single.train(featurelist_id=listed.id, sample_pct=64)
seen["trained"] = dr.models.modeljob.wait_for_async_model_creation(project.id, job).featurelist_name
server = dr.PredictionServer.list()[0]

# By hand, without waiting for its status.
created = requests.post(
    f"{os.environ['ENDPOINT']}/deployments/fromLearningModel/",
    headers={"Authorization": f"Bearer {os.environ['TOKEN']}"},
    json={"modelId": recommended.id, "label": "At once", "defaultPredictionServerId": server.id},
)
headers = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Content-Type": "application/json"}
line = f"{server.url}/predApi/v1.0/deployments/{created.json()['id']}/predictions"
answer = requests.post(line, headers=headers, data='[{"town": "north", "visits": NaN, "bill": 50}]')
seen["atOnce"] = [created.status_code, answer.status_code, type(answer.json()["data"][0]["predictionValues"][0]["label"]).__name__]

# Many series: intervals of a model, and of its deployment.
first = date(2022, 1, 1)
sales = pd.DataFrame(
    {"date": str(first + timedelta(day)), "store": f"shop {shop}", "sales": round(100 * (shop + 1) * (1 + 0.3 * math.sin(2 * math.pi * day / 7)) * (0.95 + ((day * 7919) % 100) / 1000), 2)}
    for shop in range(2)
    for day in range(100)
)
spec = dr.DatetimePartitioningSpecification(
    "date",
    use_time_series=True,
    multiseries_id_columns=["store"],
    feature_derivation_window_start=-14,
    feature_derivation_window_end=0,
    forecast_window_start=1,
    forecast_window_end=2,
    number_of_backtests=2,
)
project = modeled("sales", sales, "sales", spec)
model = dr.DatetimeModel.get(project.id, dr.ModelRecommendation.get(project.id, "Most Accurate").model_id)
model.score_backtests().wait_for_completion()
model.score_backtests().wait_for_completion()
seen["backtests"] = {one["status"] for one in dr.DatetimeModel.get(project.id, model.id).backtests} == {"COMPLETED"}
for size in (80, 95):
    model.calculate_prediction_intervals(size).wait_for_completion()
seen["sizes"] = model.get_calculated_prediction_intervals()
frame = model.request_predictions(project.upload_dataset(sales).id, prediction_intervals_size=95).get_result_when_complete()
seen["inside"] = bool((frame["prediction_interval_lower_bound"] <= frame["prediction"]).all() and (frame["prediction"] <= frame["prediction_interval_upper_bound"]).all())
seen["held"] = len(model.request_training_predictions(dr.enums.DATA_SUBSET.HOLDOUT).get_result_when_complete().get_all_as_dataframe()) > 0
deployment = dr.Deployment.create_from_learning_model(model.id, label="Sales", default_prediction_server_id=server.id)
deployment.update_prediction_intervals_settings([95])
seen["settings"] = deployment.get_prediction_intervals_settings()
source, results = os.path.join(folder, "rows.csv"), os.path.join(folder, "results.csv")
sales.to_csv(source, index=False)
dr.BatchPredictionJob.score_to_file(deployment.id, source, results, timeseries_settings={"type": "forecast"})
seen["columns"] = [name for name in pd.read_csv(results).columns if "PERCENTILE" in name]
calendar = os.path.join(folder, "calendar.csv")
pd.DataFrame({"date": ["2022-01-06"], "name": ["Epiphany"]}).to_csv(calendar, index=False)
made = dr.CalendarFile.create(calendar)
seen["calendar"] = client.get(f"calendars/{made.id}/").json()["Id"] == made.id
print(json.dumps(seen))
