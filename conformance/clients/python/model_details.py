"""What a model is made of: coefficients that repeat its predictions, words, missing values, rounds, impact by class."""
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
folder = tempfile.mkdtemp()
seen = {}


def project_of(name, frame, target):
    path = os.path.join(folder, f"{name}.csv")
    frame.to_csv(path, index=False)
    project = dr.Project.create(path, project_name=name)
    if OLD:
        project.set_target(target, mode=AUTOPILOT_MODE.MANUAL)
    else:
        project.analyze_and_model(target, mode=AUTOPILOT_MODE.MANUAL, max_wait=600)
    return project


def trained(project, word):
    blueprint = next(one for one in project.get_blueprints() if word in one.model_type.lower())
    job = dr.ModelJob.get(project.id, project.train(blueprint))
    return job.get_result_when_complete(max_wait=600)


# A score that a linear model can learn whole.
rows = [
    {"price": None if i % 10 == 3 else (i * 37) % 50, "size": (i * 17) % 30, "town": ["Oslo", "Rome", "Lima"][(i * 11) % 3]}
    for i in range(160)
]
table = pd.DataFrame(rows)
table["score"] = [2 * (25 if row["price"] is None else row["price"]) - row["size"] + (9 if row["town"] == "Rome" else 0) for row in rows]
project = project_of("scores", table, "score")
linear = trained(project, "elastic")
parameters = linear.get_parameters()
intercept = next(one["value"] for one in parameters.parameters if one["name"] == "Intercept")


def by_hand(row):
    total = intercept
    for one in parameters.derived_features:
        value, step = row[one["original_feature"]], one["transformations"][0]
        if step["name"] == "Missing imputation":
            total += one["coefficient"] * (step["value"] if pd.isna(value) else value)
        elif step["name"] == "Missing indicator":
            total += one["coefficient"] * pd.isna(value)
        else:
            total += one["coefficient"] * (value == step["value"])
    return total


dataset = project.upload_dataset(table.drop(columns=["score"]))
predictions = linear.request_predictions(dataset.id).get_result_when_complete()
wrong = [abs(by_hand(table.iloc[i]) - predictions["prediction"][i]) for i in range(len(table))]
seen["byHand"] = bool(max(wrong) < 1e-6)
report = {one.feature: one for one in linear.get_missing_report_info()}
seen["missing"] = [report["price"].missing_count > 5, 5 < report["price"].missing_percentage < 15, report["size"].missing_count]
seen["imputed"] = [text.split(":")[0] for text in report["price"].tasks[0].descriptions]
boosted = trained(project, "boost")
seen["rounds"] = boosted.get_num_iterations_trained()["data"][0]["numIterations"] > 10
try:
    boosted.get_parameters()
except dr.errors.ClientError as error:
    seen["noParameters"] = error.status_code
if not OLD:
    explained = dr.PredictionExplanations.create_on_training_data(project.id, linear.id, project.id).get_result_when_complete()
    seen["trainingRows"] = [len(explained.get_all_as_dataframe()), explained.max_explanations]

# Three classes told by a word.
words = [["good", "bad", "plain"][(i * 7) % 3] for i in range(160)]
moods = pd.DataFrame({"note": [f"the room number {i} was very {word}" for i, word in enumerate(words)], "price": [row["size"] for row in rows], "mood": words})
project = project_of("moods", moods, "mood")
model = trained(project, "logistic")
cloud = model.get_word_cloud()
strongest = {label: next(one["ngram"] for one in cloud.most_important(200) if one["class"] == label and one["coefficient"] > 0) for label in ("good", "bad", "plain")}
seen["cloud"] = all(label in ngram for label, ngram in strongest.items())
seen["stopWords"] = [any(one["is_stopword"] for one in cloud.ngrams), any(one["is_stopword"] for one in model.get_word_cloud(exclude_stop_words=True).ngrams)]
model.request_feature_impact().wait_for_completion()
impacts = model.get_multiclass_feature_impact()
seen["classes"] = [[one["class"], one["featureImpacts"][0]["featureName"]] for one in impacts]
print(json.dumps(seen))
