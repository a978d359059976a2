"""Advanced tuning: sessions, parameters with constraints, tuned models that really use them."""
import json
import os
import tempfile
import warnings

import datarobot as dr
import pandas as pd
from datarobot.enums import AUTOPILOT_MODE

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
OLD = dr.__version__.startswith("2.")
seen = {}

rows = [{"size": (i * 37) % 100, "age": (i * 17) % 40, "town": ["Oslo", "Rome", "Lima"][i % 3]} for i in range(200)]
table = pd.DataFrame(rows)
table["price"] = [3 * row["size"] - row["age"] + ((i * 7919) % 13) / 5 for i, row in enumerate(rows)]
path = os.path.join(tempfile.mkdtemp(), "housing.csv")
table.to_csv(path, index=False)
project = dr.Project.create(path, project_name="housing")
if OLD:
    project.set_target("price", mode=AUTOPILOT_MODE.MANUAL)
else:
    project.analyze_and_model("price", mode=AUTOPILOT_MODE.MANUAL, max_wait=600)


def trained(word):
    blueprint = next(one for one in project.get_blueprints() if word in one.model_type.lower())
    return dr.ModelJob.get(project.id, project.train(blueprint)).get_result_when_complete(max_wait=600)


def rounds(model):
    return model.get_num_iterations_trained()["data"][0]["numIterations"]


boosted = trained("gradient")
session = boosted.start_advanced_tuning_session()
tasks = session.get_task_names()
seen["tasks"] = len(tasks) >= 3
boosting = next(task for task in tasks if "n_estimators" in session.get_parameter_names(task))
session.set_parameter(task_name=boosting, parameter_name="n_estimators", value=23)
session.set_parameter(parameter_name="learning_rate", value=0.2)
session.description = "fewer, larger steps"
shown = {one["parameter_name"]: one for one in session.get_parameters()["tuning_parameters"]}
seen["shown"] = [shown["n_estimators"]["value"], shown["max_depth"]["value"], shown["n_estimators"]["constraints"]["int"]["min"]]
tuned = session.run().get_result_when_complete(max_wait=600)
seen["used"] = [rounds(boosted), rounds(tuned), tuned.model_type == boosted.model_type, tuned.id != boosted.id]
now = tuned.get_advanced_tuning_parameters()
values = {one["parameter_name"]: one["current_value"] for one in now["tuning_parameters"]}
seen["kept"] = [now["tuning_description"], values["n_estimators"], values["learning_rate"]]
seen["listed"] = tuned.id in [one.id for one in project.get_models()]
seen["scores"] = tuned.metrics["RMSE"]["validation"] != boosted.metrics["RMSE"]["validation"]

# By chance, as published scripts do: the third task, its first parameter, the value 1.
chance = boosted.start_advanced_tuning_session()
task = chance.get_task_names()[2]
chance.set_parameter(task_name=task, parameter_name=chance.get_parameter_names(task)[0], value=1)
seen["chance"] = chance.run().get_result_when_complete(max_wait=600).id is not None

linear = trained("elastic")
ids = {one["parameter_name"]: one["parameter_id"] for one in linear.get_advanced_tuning_parameters()["tuning_parameters"]}
strict = linear.advanced_tune({ids["enet_lambda"]: 1000000, ids["enet_alpha"]: 1.0}).get_result_when_complete(max_wait=600)
seen["penalty"] = [any(one["coefficient"] for one in model.get_parameters().derived_features) for model in (linear, strict)]
searched = boosted.advanced_tune({shown["n_estimators"]["parameter_id"]: [1, 80]}).get_result_when_complete(max_wait=600)
found = {one["parameter_name"]: one for one in searched.get_advanced_tuning_parameters()["tuning_parameters"]}["n_estimators"]
seen["searched"] = [found["default_value"], found["current_value"], rounds(searched)]
try:
    boosted.advanced_tune({shown["learning_rate"]["parameter_id"]: 5})
except dr.errors.ClientError as error:
    seen["refused"] = [error.status_code, "learning_rate" in str(error)]
print(json.dumps(seen))
