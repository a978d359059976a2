"""Data slices: their sizes, and the charts, feature impact and effects of their rows."""
import json
import os
import tempfile
import warnings

import datarobot as dr
import pandas as pd
from datarobot.enums import AUTOPILOT_MODE
from datarobot.errors import ClientError
from datarobot.models.data_slice import DataSlice

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
NEWEST = os.environ["NEWEST"] == "true"
seen = {}

customers = pd.DataFrame(
    {
        "region": [["north", "south", "west"][i % 3] for i in range(300)],
        "visits": [(i * 37) % 20 for i in range(300)],
        "bill": [(i * 53) % 101 for i in range(300)],
    }
)
customers["left"] = [
    "yes" if (visits < 8 and bill > 30) or i % 9 == 0 else "no"
    for i, (visits, bill) in enumerate(zip(customers["visits"], customers["bill"]))
]
path = os.path.join(tempfile.mkdtemp(), "customers.csv")
customers.to_csv(path, index=False)
project = dr.Project.create(path, project_name="customers")
project.analyze_and_model("left", mode=AUTOPILOT_MODE.MANUAL, positive_class="yes", max_wait=600)
blueprint = next(one for one in project.get_blueprints() if "logistic" in one.model_type.lower())
model = dr.ModelJob.get(project.id, project.train(blueprint)).get_result_when_complete(max_wait=600)

south = DataSlice.create("south", [{"operand": "region", "operator": "eq", "values": ["south"]}], project)
rich = DataSlice.create("rich", [{"operand": "bill", "operator": ">", "values": [60]}, {"operand": "visits", "operator": "<", "values": [10]}], project)
seen["slices"] = [[one.name, len(one.filters)] for one in DataSlice.list(project)]
seen["read"] = DataSlice.get(south.id).filters == south.filters
seen["unknown"] = south.get_size_info("validation").slice_size
size = south.request_size("validation").get_result_when_complete()
trained = south.request_size("training", model).get_result_when_complete()
again = south.get_size_info("training", model)
seen["sizes"] = [size.source, size.data_slice_id == south.id, again.slice_size == trained.slice_size, again.model_id == model.id]

model.request_lift_chart("validation", south.id).wait_for_completion()
model.request_roc_curve("validation", south.id).wait_for_completion()
lift = model.get_lift_chart("validation", data_slice_filter=south)
roc = model.get_roc_curve("validation", data_slice_filter=south)
whole = model.get_roc_curve("validation")
first = roc.roc_points[0]
seen["charts"] = [
    sum(bin["bin_weight"] for bin in lift.bins) == size.slice_size,
    first["false_negative_score"] + first["true_negative_score"] == size.slice_size,
    whole.roc_points[0]["false_negative_score"] + whole.roc_points[0]["true_negative_score"] > size.slice_size,
    [len(model.get_all_roc_curves()), len(model.get_all_roc_curves(data_slice_filter=DataSlice()))],
]
impact = model.get_or_request_feature_impact(data_slice_id=south.id)
scores = {one["featureName"]: one["impactUnnormalized"] for one in impact["featureImpacts"]}
seen["impact"] = [scores["region"], max(scores, key=scores.get), impact["dataSliceId"] == south.id]
job = model.request_feature_effect(data_slice_id=south.id)
job.wait_for_completion()
effects = model.get_feature_effect("training", data_slice_id=south.id).feature_effects
region = next(one for one in effects if one["feature_name"] == "region")
seen["effects"] = sorted((one["label"], one["row_count"] > 0) for one in region["predicted_vs_actual"]["data"] if one["row_count"] > 0)
if NEWEST:
    from datarobot.insights import ConfusionMatrix, LiftChart

    made = LiftChart.create(model.id, source="validation", data_slice_id=rich.id)
    matrix = ConfusionMatrix.create(model.id, source="validation", data_slice_id=rich.id)
    counted = rich.request_size("validation").get_result_when_complete().slice_size
    seen["insights"] = [made.data_slice_id == rich.id, sum(bin["bin_weight"] for bin in made.bins) == counted, matrix.data["total_matrix_sum"] == counted]
rich.delete()
try:
    DataSlice.get(rich.id)
except ClientError as error:
    seen["deleted"] = error.status_code
print(json.dumps(seen))
