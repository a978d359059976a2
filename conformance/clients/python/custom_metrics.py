"""Custom metrics with the official client: made, reported by hand, table and dataset, and read by time and by batch."""
import json
import os
import tempfile
import warnings
from datetime import datetime, timedelta

import datarobot as dr
import pandas as pd
from datarobot.errors import ClientError
from datarobot.models.deployment.custom_metrics import CustomMetric

warnings.simplefilter("ignore")
client = dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
deployment_id, model_id = os.environ["DEPLOYMENT_ID"], os.environ["MODEL_ID"]
mark = os.environ["MARK"]
seen = {}


def refused(call):
    try:
        call()
    except ClientError as error:
        return error.status_code
    return None


metric = CustomMetric.create(
    name="Cost " + mark,
    deployment_id=deployment_id,
    units="USD",
    is_model_specific=True,
    aggregation_type="average",
    time_step="hour",
    directionality="lowerIsBetter",
    description="What an answer costs",
    baseline_value=2,
    value_column_name="value",
    sample_count_column_name="samples",
    timestamp_column_name="at",
    timestamp_format="%Y-%m-%d %H:%M:%S",
)
seen["made"] = [metric.units, metric.type, metric.directionality, metric.baseline_values, metric.timestamp["column_name"]]
seen["clash"] = refused(
    lambda: CustomMetric.create(
        name="Cost " + mark, deployment_id=deployment_id, units="USD", is_model_specific=True,
        aggregation_type="sum", directionality="lowerIsBetter",
    )
)
metric.update(name="Price " + mark, description="", baseline_value=4)
again = CustomMetric.get(deployment_id, metric.id)
seen["updated"] = [again.name == "Price " + mark, again.description, again.baseline_values]
metric.unset_baseline()
seen["unset"] = CustomMetric.get(deployment_id, metric.id).baseline_values
metric.update(baseline_value=4)
seen["listed"] = [one.id for one in CustomMetric.list(deployment_id)].count(metric.id)

start = datetime.utcnow().replace(minute=0, second=0, microsecond=0) - timedelta(days=2)
end = start + timedelta(days=3)
empty = metric.get_summary(start, end)
seen["empty"] = [empty.metric["value"], empty.metric["sample_count"], empty.metric["baseline_value"]]

metric.submit_values(
    [
        {"value": 1, "sample_size": 3, "timestamp": start},
        {"value": 5.5, "sample_size": 1, "timestamp": (start + timedelta(minutes=90)).isoformat()},
    ],
    dry_run=True,
)
metric.submit_values([
    {"value": 1, "sample_size": 3, "timestamp": start},
    {"value": 5, "sample_size": 1, "timestamp": (start + timedelta(minutes=90)).isoformat()},
])
rows = {"value": [10, 20], "sample_size": [2, 2], "timestamp": [start + timedelta(hours=26)] * 2}
metric.submit_values(pd.DataFrame(data=rows), model_id=model_id)
metric.submit_single_value(8, model_id=model_id)
summary = metric.get_summary(start, end, model_id=model_id)
seen["summary"] = [summary.metric["value"], summary.metric["sample_count"], round(summary.metric["percent_change"], 6)]
over = metric.get_values_over_time(start, end, bucket_size="P1D")
seen["overTime"] = [[one["value"], one["sample_size"]] for one in over.buckets]
seen["frame"] = list(over.get_buckets_as_dataframe().columns)
seen["wrong"] = [
    refused(lambda: metric.submit_values([{"value": 1, "sample_size": 0, "timestamp": start}])),
    refused(lambda: metric.submit_values([{"value": 1, "sample_size": 1, "timestamp": end + timedelta(days=9)}])),
    refused(lambda: CustomMetric.get(deployment_id, deployment_id)),
]

path = os.path.join(tempfile.mkdtemp(), "values.csv")
with open(path, "w") as file:
    file.write("at,value,samples\n")
    for day in range(1, 9):
        file.write("2024-03-0%d 10:30:00,%d,2\n" % (day, day))
dataset = dr.Dataset.create_from_file(file_path=path)
metric.submit_values_from_catalog(dataset.id, model_id=model_id)
march = metric.get_summary(datetime(2024, 3, 1), datetime(2024, 4, 1), model_id=model_id)
seen["dataset"] = [march.metric["value"], march.metric["sample_count"]]

# Batches are made by hand: the client has no call for it.
client.patch("deployments/{}/settings/".format(deployment_id), json={"batchMonitoring": {"enabled": True}})
batches = [
    client.post("deployments/{}/monitoringBatches/".format(deployment_id), json={"batchName": name}).json()["id"]
    for name in ("first " + mark, "second " + mark)
]
metric.submit_values([
    {"value": 3, "sample_size": 1, "batch": batches[0]},
    {"value": 6, "sample_size": 2, "batch": batches[1]},
])
by_batch = metric.get_values_over_batch(batch_ids=batches, model_id=model_id)
seen["overBatch"] = sorted([one["value"], one["sample_size"]] for one in by_batch.buckets)
seen["batchSummary"] = metric.get_batch_summary(batch_ids=batches, model_id=model_id).metric["value"]
seen["oneBatch"] = metric.get_batch_summary(batch_ids=batches[:1], model_id=model_id).metric["value"]
seen["allBatches"] = metric.get_values_over_batch(model_id=model_id).metric["value"]
seen["noBatch"] = refused(lambda: metric.submit_values([{"value": 3, "sample_size": 1, "batch": metric.id}]))

# Fairness: nothing protected, then something, before anything was predicted.
deployment = dr.Deployment.get(deployment_id)
deployment.get_fairness_scores_over_time()
deployment.update_bias_and_fairness_settings(
    protected_features=["town"], preferable_target_value=True, fairness_metric_set="equalParity",
    fairness_threshold=0.8, max_wait=60,
)
scores = deployment.get_fairness_scores_over_time(
    start_time=start, end_time=end, bucket_size="P1D", protected_feature="town", fairness_metric="proportionalParity"
)
seen["fairness"] = [
    scores.protected_feature, scores.fairness_threshold, scores.favorable_target_outcome, scores.model_id == model_id,
    scores.summary["metric_name"], scores.summary["scores"], len(scores.buckets),
]
CustomMetric.delete(deployment_id, metric.id)
seen["gone"] = refused(lambda: CustomMetric.get(deployment_id, metric.id))
print(json.dumps(seen))
