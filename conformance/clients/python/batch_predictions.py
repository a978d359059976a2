"""Batches of predictions with the official client: files, parts, datasets, frames, definitions."""
import io
import json
import os
import tempfile
import warnings

import pandas as pd

import datarobot as dr

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
deployment_id = os.environ["DEPLOYMENT_ID"]
csv = os.environ["ROWS"]
rows = pd.read_csv(io.StringIO(csv))
seen = {}

folder = tempfile.mkdtemp()
source = os.path.join(folder, "rows.csv")
with open(source, "w") as file:
    file.write(csv)

target = os.path.join(folder, "scored.csv")
job = dr.BatchPredictionJob.score_to_file(deployment_id, source, target, passthrough_columns=["town"])
scored = pd.read_csv(target)
seen["toFile"] = [len(scored), list(scored.columns)[-1], job.get_status()["status"]]

job = dr.BatchPredictionJob.score(
    deployment_id,
    intake_settings={"type": "localFile", "file": source},
    output_settings={"type": "localFile", "path": os.path.join(folder, "multi.csv")},
    max_explanations=1,
)
status = job.get_status()
seen["score"] = [status["status"], status["percentage_completed"], "EXPLANATION_1_FEATURE_NAME" in open(os.path.join(folder, "multi.csv")).readline()]
seen["listed"] = any(one["id"] == job.id for one in dr.BatchPredictionJob.list_by_status(["COMPLETED"]))
seen["got"] = dr.BatchPredictionJob.get(job.id).status

job = dr.BatchPredictionJob.score(
    deployment_id,
    intake_settings={"type": "localFile", "file": open(source, "rb"), "multipart": True},
    output_settings={"type": "localFile"},
)
out = io.BytesIO()
job.download(out)
seen["parts"] = [job.get_status()["status"], len(pd.read_csv(io.BytesIO(out.getvalue())))]

dataset = dr.Dataset.create_from_in_memory_data(data_frame=rows)
job = dr.BatchPredictionJob.score(deployment_id, intake_settings={"type": "dataset", "dataset": dataset})
out = io.BytesIO()
job.download(out)
seen["dataset"] = len(pd.read_csv(io.BytesIO(out.getvalue())))

again = dr.BatchPredictionJob.score_from_existing(job.id)
out = io.BytesIO()
again.download(out)
seen["again"] = again.get_status()["status"]

if hasattr(dr.BatchPredictionJob, "score_pandas"):
    result = dr.BatchPredictionJob.score_pandas(deployment_id, rows)
    frame = result[1] if isinstance(result, tuple) else result
    seen["pandas"] = [len(frame), list(frame["town"]) == list(rows["town"]), "sold_PREDICTION" in frame.columns]

schedule = {"minute": [0], "hour": [2], "day_of_week": ["*"], "day_of_month": ["*"], "month": ["*"]}
spec = {
    "num_concurrent": 1,
    "deployment_id": deployment_id,
    "intake_settings": {"type": "dataset", "dataset_id": dataset.id},
    "output_settings": {"type": "localFile"},
}
definition = dr.BatchPredictionJobDefinition.create(
    enabled=True, batch_prediction_job=spec, name="Nightly " + os.environ["MARK"], schedule=schedule
)
seen["definition"] = [definition.enabled, definition.schedule["hour"], definition.batch_prediction_job["num_concurrent"]]
definition = definition.update(enabled=False, name="Renamed " + os.environ["MARK"])
seen["changed"] = [definition.enabled, definition.name.split(" ")[0]]
seen["found"] = any(one.id == definition.id for one in dr.BatchPredictionJobDefinition.list())
run = dr.BatchPredictionJobDefinition.get(definition.id).run_once()
run.wait_for_completion()
seen["ran"] = run.get_status()["status"]
definition.delete()

aborted = dr.BatchPredictionJob.score_from_existing(again.id)
aborted.delete(ignore_404_errors=True)
seen["deleted"] = True
print(json.dumps(seen))
