"""SHAP: matrix, impact, preview and distributions; values add up to predictions on the scale of the link."""
import json
import math
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

rows = [
    {"town": ["north", "south", "west"][i % 3], "visits": None if i % 11 == 0 else (i * 37) % 20, "bill": (i * 53) % 101}
    for i in range(240)
]
customers = pd.DataFrame(rows)
customers["left"] = ["yes" if (row["visits"] or 0) < 8 and (row["bill"] > 30 or i % 7 == 0) else "no" for i, row in enumerate(rows)]
path = os.path.join(tempfile.mkdtemp(), "customers.csv")
customers.to_csv(path, index=False)
project = dr.Project.create(path, project_name="customers")
if OLD:
    project.set_target("left", mode=AUTOPILOT_MODE.MANUAL, positive_class="yes")
else:
    project.analyze_and_model("left", mode=AUTOPILOT_MODE.MANUAL, positive_class="yes", max_wait=600)


def trained(word):
    blueprint = next(one for one in project.get_blueprints() if word in one.model_type.lower())
    job = dr.ModelJob.get(project.id, project.train(blueprint, scoring_type="crossValidation"))
    return job.get_result_when_complete(max_wait=600)


linear, boosted = trained("logistic"), trained("gradient")
blend = project.blend([linear.id, boosted.id], dr.enums.BLENDER_METHOD.AVERAGE).get_result_when_complete(max_wait=600)
dataset = project.upload_dataset(customers.drop(columns=["left"]))


def chances(model):
    return model.request_predictions(dataset.id).get_result_when_complete()["positive_probability"].tolist()


def logit(p):
    return math.log(p / (1 - p))


# The matrix of a dataset and the impact on training rows, as older clients ask for them.
impact = dr.ShapImpact.create(project.id, boosted.id).get_result_when_complete()
seen["impact"] = [impact.count, impact.shap_impacts[0]["impact_normalized"], sorted(one["feature_name"] for one in impact.shap_impacts)]
seen["impactAgain"] = dr.ShapImpact.get(project.id, boosted.id).shap_impacts == impact.shap_impacts
matrix = dr.ShapMatrix.create(project.id, boosted.id, dataset.id).get_result_when_complete()
frame = matrix.get_as_dataframe()
bases = [logit(chance) - total for chance, total in zip(chances(boosted), frame.sum(axis=1))]
seen["matrix"] = [list(frame.shape), max(bases) - min(bases) < 1e-3]
seen["matrices"] = [one.dataset_id == dataset.id for one in dr.ShapMatrix.list(project.id)]

# Predictions that bring their SHAP values along.
NEWEST = os.environ["NEWEST"] == "true"
shown = 2 if NEWEST else 3  # Older clients look for the rest under a name of their own and find none.
told = boosted.request_predictions(dataset.id, explanation_algorithm="shap", max_explanations=shown).get_result_when_complete()
totals = sum(told[f"Explanation_{at + 1}_strength"] for at in range(shown)) + told["shap_base_value"]
if NEWEST:
    totals = totals + told["shap_remaining_total"]
apart = max(abs(1 / (1 + math.exp(-total)) - chance) for total, chance in zip(totals, told["positive_probability"]))
seen["withPredictions"] = [len(told), bool(apart < 1e-5), sorted(set(told["explained_class"]))]

if NEWEST:
    from datarobot.insights import ShapDistributions, ShapImpact, ShapMatrix, ShapPreview

    inverse = {"identity": lambda score: score, "logit": lambda score: 1 / (1 + math.exp(-score))}
    seen["additive"] = []
    for model in (linear, boosted, blend):
        made = ShapMatrix.create(model.id, source="validation")
        told, answers = made.data["index"], chances(model)
        sums = made.matrix.sum(axis=1) + made.base_value
        worst = max(abs(inverse[made.link_function](total) - answers[row]) for row, total in zip(told, sums))
        seen["additive"].append([made.link_function, bool(worst < 1e-5), len(made.columns)])
    whole = ShapMatrix.get_as_dataframe(boosted.id, source="validation")
    seen["csv"] = [list(whole.columns)[0], len(whole) == len(ShapMatrix.get(boosted.id, source="validation").matrix)]
    impact = ShapImpact.create(boosted.id, source="training", quick_compute=False)
    impact.sort("feature_name")
    seen["newImpact"] = [[one["feature_name"] for one in impact.shap_impacts], impact.link, len(impact.base_value)]
    seen["listed"] = sorted(one.source for one in ShapImpact.list(boosted.id))
    ShapPreview.create(boosted.id)
    preview = ShapPreview.get(boosted.id, prediction_filter_percentiles=4, feature_filter_count=2)
    seen["preview"] = [preview.previews_count, [len(one["preview_values"]) for one in preview.previews]]
    high = ShapPreview.get(boosted.id, prediction_filter_operator=">", prediction_filter_operand_first=0.5, prediction_filter_row_count=100)
    seen["high"] = all(one["prediction_value"] > 0.5 for one in high.previews) and high.previews_count > 0
    shown = ShapDistributions.create(boosted.id)
    seen["distributions"] = [shown.total_features_count, shown.features[0]["impact_normalized"], sorted(one["feature_type"] for one in shown.features)]
print(json.dumps(seen))
