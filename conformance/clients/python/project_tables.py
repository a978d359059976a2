"""Plain tables with the official client: a number, two classes and three classes as targets, from every source."""
import json
import os
import tempfile
import warnings

import datarobot as dr
import pandas as pd
from datarobot.enums import AUTOPILOT_MODE
from datarobot.errors import ClientError

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
OLD = dr.__version__.startswith("2.")
seen = {}


def row(i):
    size, age, town = (i * 37) % 100, (i * 17) % 40, ["Oslo", "Rome", "Lima"][i % 3]
    price = 3 * size - age + {"Oslo": 40, "Rome": 10, "Lima": 0}[town] + ((i * 7919) % 13) / 5
    kind = "small" if size < 30 else "middle" if size < 70 else "large"
    return {"size": size, "age": age, "town": town, "price": price, "sold": "yes" if price > 150 else "no", "kind": kind}


frame = pd.DataFrame([row(i) for i in range(300)])
fresh = pd.DataFrame([row(i) for i in range(300, 320)])


def model_on(project, target, **how):
    if OLD:
        project.set_target(target, mode=AUTOPILOT_MODE.QUICK, worker_count=-1, **how)
    else:
        project.analyze_and_model(target, mode=AUTOPILOT_MODE.QUICK, worker_count=-1, **how)
    project.wait_for_autopilot(check_interval=2, timeout=1500, verbosity=0)
    return dr.ModelRecommendation.get(project.id).get_model()


def predicted(project, model):
    dataset = project.upload_dataset(fresh)
    return model.request_predictions(dataset.id).get_result_when_complete(max_wait=600)


path = os.path.join(tempfile.mkdtemp(), "housing.csv")
frame.drop(columns=["sold", "kind"]).to_csv(path, index=False)
number = dr.Project.create(path, project_name="Prices")
features = {one.name: one for one in number.get_features()}
seen["features"] = {name: [one.feature_type, one.unique_count, one.na_count] for name, one in features.items()}
seen["feature"] = [dr.Feature.get(number.id, "size").max, len(features["town"].get_histogram().plot)]
seen["metrics"] = "RMSE" in number.get_metrics("price")["available_metrics"]
seen["lists"] = sorted(one.name for one in number.get_featurelists())
mine = number.create_featurelist("Without age", ["size", "town", "price"])
mine.update(description="fewer")
seen["mine"] = [sorted(dr.Featurelist.get(number.id, mine.id).features), dr.Featurelist.get(number.id, mine.id).description]
try:
    number.create_featurelist("Wrong", ["nothing"])
    seen["wrong"] = "made"
except ClientError as error:
    seen["wrong"] = [error.status_code, "nothing" in str(error)]

model = model_on(number, "price", partitioning_method=dr.RandomCV(holdout_pct=20, reps=3, seed=0), featurelist_id=mine.id)
seen["regression"] = [number.target_type, number.metric, number.partition["cv_method"], number.partition["reps"]]
seen["sorted"] = len(number.get_models(order_by="-metric")) > 3
ahead = predicted(number, model)
seen["columns"] = sorted(ahead.columns)
seen["rows"] = [len(ahead), bool(((ahead["prediction"] - fresh["price"]).abs() < 60).all())]

two = dr.Project.create(frame.drop(columns=["price", "kind"]), project_name="Sold")
model = model_on(two, "sold", positive_class="yes", metric="LogLoss")
seen["binary"] = [two.target_type, two.metric, two.positive_class, two.file_name]
ahead = predicted(two, model)
seen["twoColumns"] = sorted(ahead.columns)
seen["twoRows"] = [len(ahead), sorted(set(ahead["prediction"])) == ["no", "yes"], int((ahead["prediction"] == fresh["sold"]).sum()) > 15]

dataset = dr.Dataset.create_from_in_memory_data(data_frame=frame.drop(columns=["price", "sold"]))
three = dr.Project.create_from_dataset(dataset.id, project_name="Kinds")
model = model_on(three, "kind")
seen["multiclass"] = [three.target_type, three.metric, three.catalog_id == dataset.id if hasattr(three, "catalog_id") else True]
ahead = predicted(three, model)
seen["threeColumns"] = sorted(ahead.columns)
seen["threeRows"] = int((ahead["prediction"] == fresh["kind"]).sum()) > 15
seen["used"] = [one.project_id == three.id if hasattr(one, "project_id") else one.id == three.id for one in dataset.get_projects()]

seen["listed"] = sorted(one.project_name for one in dr.Project.list(search_params={"project_name": "Pric"}))
number.rename("Prices of housing")
seen["renamed"] = dr.Project.get(number.id).project_name
copy = number.clone_project(new_project_name="Again")
seen["copy"] = [copy.project_name, copy.stage, copy.target]
copy.delete()
try:
    dr.Project.get(copy.id)
    seen["deleted"] = 200
except ClientError as error:
    seen["deleted"] = error.status_code
print(json.dumps(seen, default=str))
