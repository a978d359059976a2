"""Payoff matrices, and the profit of a model at each threshold of its ROC curve."""
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

customers = pd.DataFrame({"visits": [(i * 37) % 20 for i in range(240)], "bill": [(i * 53) % 101 for i in range(240)]})
customers["left"] = [
    "yes" if (visits < 8 and bill > 30) or i % 9 == 0 else "no"
    for i, (visits, bill) in enumerate(zip(customers["visits"], customers["bill"]))
]
path = os.path.join(tempfile.mkdtemp(), "customers.csv")
customers.to_csv(path, index=False)
project = dr.Project.create(path, project_name="customers")
if OLD:
    project.set_target("left", mode=AUTOPILOT_MODE.MANUAL, positive_class="yes")
else:
    project.analyze_and_model("left", mode=AUTOPILOT_MODE.MANUAL, positive_class="yes", max_wait=600)


def read(matrix):
    # PayoffMatrix.get asks for a path that begins with a slash, which the client itself refuses.
    return dr.PayoffMatrix.from_location("projects/{}/payoffMatrices/{}/".format(project.id, matrix.id))


def told(matrix):
    values = [matrix.true_positive_value, matrix.true_negative_value, matrix.false_positive_value, matrix.false_negative_value]
    return [matrix.name, matrix.project_id == project.id] + values


usual = dr.PayoffMatrix.create(project.id, "usual")
campaign = dr.PayoffMatrix.create(
    project.id, "campaign", true_positive_value=100, true_negative_value=0, false_positive_value=-20.5, false_negative_value=-60
)
seen["made"] = [told(usual), told(campaign)]
seen["listed"] = [one.id for one in dr.PayoffMatrix.list(project.id)] == [usual.id, campaign.id]
seen["read"] = told(read(campaign)) == told(campaign)
campaign = dr.PayoffMatrix.update(project.id, campaign.id, "better", 100, 1, -20, -60)
seen["replaced"] = told(campaign)
dr.PayoffMatrix.delete(project.id, usual.id)
seen["left"] = [one.name for one in dr.PayoffMatrix.list(project.id)]
try:
    read(usual)
except ClientError as error:
    seen["gone"] = error.status_code

# The profit curve: the counts at each threshold times what each of them is worth.
blueprint = next(one for one in project.get_blueprints() if "logistic" in one.model_type.lower())
model = dr.ModelJob.get(project.id, project.train(blueprint)).get_result_when_complete(max_wait=600)
points = model.get_roc_curve("validation").roc_points
profits = [
    point["true_positive_score"] * campaign.true_positive_value
    + point["true_negative_score"] * campaign.true_negative_value
    + point["false_positive_score"] * campaign.false_positive_value
    + point["false_negative_score"] * campaign.false_negative_value
    for point in points
]
rows = {sum(point[f"{kind}_score"] for kind in ("true_positive", "true_negative", "false_positive", "false_negative")) for point in points}
positives = points[0]["true_positive_score"] + points[0]["false_negative_score"]
negatives = next(iter(rows)) - positives
# Nobody is called positive at the highest threshold, everybody at the lowest.
seen["curve"] = [
    len(rows),
    profits[0] == negatives * 1 - positives * 60,
    profits[-1] == positives * 100 - negatives * 20,
    max(profits) > max(profits[0], profits[-1]),
]
print(json.dumps(seen))
