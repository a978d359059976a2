"""External test sets: a model is scored on rows it never saw, and their charts agree with its predictions."""
import json
import math
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


def rows(start, end):
    table = pd.DataFrame(
        {
            "region": [["north", "south", "west"][(i * 7) % 3] for i in range(start, end)],
            "visits": [(i * 37) % 20 for i in range(start, end)],
            "bill": [(i * 53) % 101 for i in range(start, end)],
        }
    )
    table["left"] = [
        "yes" if (visits < 8 and bill > 30) or i % 9 == 0 else "no"
        for i, visits, bill in zip(range(start, end), table["visits"], table["bill"])
    ]
    return table


def modelled(target, word):
    path = os.path.join(tempfile.mkdtemp(), "customers.csv")
    rows(0, 240).to_csv(path, index=False)
    project = dr.Project.create(path, project_name="customers")
    more = {"positive_class": "yes"} if target == "left" else {}
    if OLD:
        project.set_target(target, mode=AUTOPILOT_MODE.MANUAL, **more)
    else:
        project.analyze_and_model(target, mode=AUTOPILOT_MODE.MANUAL, max_wait=600, **more)
    blueprint = next(one for one in project.get_blueprints() if word in one.model_type.lower())
    return project, dr.ModelJob.get(project.id, project.train(blueprint)).get_result_when_complete(max_wait=600)


test = rows(240, 310)
project, model = modelled("left", "logistic")
dataset = project.upload_dataset(test)
model.request_external_test(dataset.id).wait_for_completion()
scores = dr.ExternalScores.get(project.id, model.id, dataset.id)
told = {score["label"]: score["value"] for score in scores.scores}
chances = model.request_predictions(dataset.id).get_result_when_complete()["positive_probability"].tolist()
loss = sum(-math.log(p if left == "yes" else 1 - p) for p, left in zip(chances, test["left"])) / len(test)
seen["scores"] = [abs(told["LogLoss"] - loss) < 1e-9, scores.dataset_id == dataset.id, len(dr.ExternalScores.list(project.id, limit=0))]
lift = dr.ExternalLiftChart.get(project.id, model.id, dataset.id)
roc = dr.ExternalRocCurve.get(project.id, model.id, dataset.id)
best = roc.get_best_f1_threshold()
seen["binary"] = [
    sum(bin["bin_weight"] for bin in lift.bins),
    sum(roc.roc_points[-1]["{}_score".format(kind)] for kind in ("true_positive", "false_positive")),
    0 < best < 1,
]
confusion = dr.ExternalConfusionChart.get(project.id, model.id, dataset.id)
seen["confusion"] = [sorted(confusion.classes), sum(map(sum, confusion.confusion_matrix))]
try:
    dr.ExternalScores.get(project.id, model.id, "nothing")
except ClientError as error:
    seen["missing"] = error.status_code

project, model = modelled("bill", "gradient")
dataset = project.upload_dataset(test)
model.request_external_test(dataset.id).wait_for_completion()
residuals = dr.ExternalResidualsChart.get(project.id, model.id, dataset.id)
predicted = model.request_predictions(dataset.id).get_result_when_complete()["prediction"].tolist()
seen["residuals"] = [len(residuals.data), all(abs(predicted[row] - value) < 1e-9 and test["bill"][row] == actual for actual, value, _, row in residuals.data)]

project, model = modelled("region", "gradient")
dataset = project.upload_dataset(test)
model.request_external_test(dataset.id).wait_for_completion()
lift = dr.ExternalMulticlassLiftChart.get(project.id, model.id, dataset.id, "south")
seen["classes"] = [len(dr.ExternalMulticlassLiftChart.list(project.id, model.id)), sum(bin["bin_weight"] for bin in lift.bins)]
print(json.dumps(seen))
