"""What the official client shows about models: charts, plots over time, features, explanations, training predictions."""
import json
import math
import os
import tempfile
import warnings
from datetime import date, timedelta

import datarobot as dr
import pandas as pd
from datarobot.enums import AUTOPILOT_MODE

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
OLD = dr.__version__.startswith("2.")
folder = tempfile.mkdtemp()
seen = {}


def modeled(name, frame, target, partitioning=None):
    path = os.path.join(folder, f"{name}.csv")
    frame.to_csv(path, index=False)
    project = dr.Project.create(path, project_name=name)
    if OLD:
        project.set_target(target, mode=AUTOPILOT_MODE.QUICK, partitioning_method=partitioning, worker_count=-1)
    else:
        if partitioning is not None:
            project.set_datetime_partitioning(partitioning)
        project.analyze_and_model(target, mode=AUTOPILOT_MODE.QUICK, worker_count=-1, max_wait=600)
    project.wait_for_autopilot(check_interval=2, timeout=1500, verbosity=0)
    return project


# Two classes.
rows = [
    {"town": ["north", "south", "west"][i % 3], "visits": (i * 37) % 20, "bill": (i * 53) % 101}
    for i in range(240)
]
customers = pd.DataFrame(rows)
customers["left"] = ["yes" if row["visits"] < 8 and row["bill"] > 30 else "no" for row in rows]
project = modeled("customers", customers, "left")
model = next(one for one in project.get_models() if not one.is_frozen and one.model_category == "model" and one.metrics["AUC"]["crossValidation"])
lift = model.get_lift_chart("validation")
seen["lift"] = [lift.source, lift.source_model_id == model.id, len(lift.bins) > 5]
seen["lifts"] = sorted(one.source for one in model.get_all_lift_charts())
roc = model.get_roc_curve("crossValidation")
seen["roc"] = [roc.source, 0 < roc.get_best_f1_threshold() < 1, roc.estimate_threshold(0.5)["accuracy"] > 0.5]
chart = model.get_confusion_chart("validation")
seen["confusion"] = [chart.classes, sum(map(sum, chart.confusion_matrix)) > 20]
try:
    model.get_lift_chart("holdout")
except dr.errors.ClientError as error:
    seen["locked"] = error.status_code
impact = model.get_or_request_feature_impact()
seen["impact"] = sorted(one["featureName"] for one in impact[:2])
seen["impactAgain"] = model.get_or_request_feature_impact() == model.get_feature_impact()
effects = model.get_or_request_feature_effect("validation")
seen["effects"] = sorted(one["feature_name"] for one in effects.feature_effects)
seen["effectsRead"] = model.get_feature_effect("validation").source
seen["effectsMetadata"] = model.get_feature_effect_metadata().status
dr.PredictionExplanationsInitialization.create(project.id, model.id).wait_for_completion()
sample = dr.PredictionExplanationsInitialization.get(project.id, model.id)
seen["sample"] = len(sample.prediction_explanations_sample)
dataset = project.upload_dataset(customers.drop(columns=["left"]).head(5))
explanations = dr.PredictionExplanations.create(project.id, model.id, dataset.id, max_explanations=2).get_result_when_complete()
frame = explanations.get_all_as_dataframe()
seen["explanations"] = [len(frame), "explanation_1_feature" in frame.columns, len(dr.PredictionExplanations.list(project.id))]
explanations.delete()
if not OLD:
    informative = next(one for one in project.get_featurelists() if one.name == "Informative Features")
    matrix = dr.FeatureAssociationMatrix.create(project.id, informative.id).get_result_when_complete()
    details = dr.FeatureAssociationMatrixDetails.get(project.id, "bill", "left", informative.id)
    lists = dr.FeatureAssociationFeaturelists.get(project.id).featurelists
    seen["associations"] = [len(matrix.strengths), len(matrix.features), sum(one[2] for one in details.values), sum(one["has_fam"] for one in lists)]
project.unlock_holdout()
training = model.request_training_predictions(dr.enums.DATA_SUBSET.ALL).get_result_when_complete()
seen["training"] = [len(training.get_all_as_dataframe()), len(list(training.iterate_rows(batch_size=100)))]
seen["trainingCsv"] = len(training.get_all_as_dataframe(serializer="csv"))
seen["trainings"] = len(dr.TrainingPredictions.list(project.id))
if os.environ["NEWEST"] == "true":
    from datarobot.insights import LiftChart, RocCurve

    seen["newLift"] = len(LiftChart.create(model.id, source="validation").bins) > 5
    seen["newRoc"] = [len(RocCurve.list(model.id)), RocCurve.get(model.id, source="crossValidation").auc > 0.5]

# Many series.
FIRST = date(2022, 1, 1)
sales = pd.DataFrame(
    {
        "date": str(FIRST + timedelta(day)),
        "store": f"shop {shop}",
        "sales": round(100 * (shop + 1) * (1 + 0.3 * math.sin(2 * math.pi * day / 7)) * (0.95 + ((day * 7919) % 100) / 1000), 2),
        "promotion": int(day % 11 == 0),
    }
    for shop in range(3)
    for day in range(100)
)
spec = dr.DatetimePartitioningSpecification(
    "date",
    use_time_series=True,
    multiseries_id_columns=["store"],
    feature_derivation_window_start=-14,
    feature_derivation_window_end=0,
    forecast_window_start=1,
    forecast_window_end=3,
    number_of_backtests=2,
    feature_settings=[dr.FeatureSettings("promotion", known_in_advance=True)],
)
project = modeled("shops", sales, "sales", spec)
models = project.get_datetime_models()
model = next(one for one in models if not one.is_frozen and all(part["status"] == "COMPLETED" for part in one.backtests))
seen["residuals"] = [model.get_residuals_chart("validation").source, len(model.get_all_residuals_charts())]
seen["backtestLift"] = model.get_lift_chart("backtest_2").source if OLD else model.get_lift_chart(backtest_index="1").source
accuracy = model.get_accuracy_over_time_plot(backtest=0, series_id="shop 1")
seen["accuracy"] = [accuracy.resolution, len(pd.DataFrame(accuracy.bins)) >= 3, accuracy.bins[0]["frequency"]]
seen["accuracyPreview"] = len(model.get_accuracy_over_time_plot_preview().bins) > 0
forecasts = model.get_forecast_vs_actual_plot(backtest=0)
seen["forecasts"] = [forecasts.forecast_distances, len(forecasts.bins) > 0]
near = model.get_accuracy_over_time_plot(forecast_distance=1)
seen["near"] = near.bins[0]["frequency"]
seen["statuses"] = model.get_forecast_vs_actual_plots_metadata().backtest_statuses[0]["validation"]
model.compute_series_accuracy().wait_for_completion()
table = model.get_series_accuracy_as_dataframe(order_by="multiseriesValue")
seen["series"] = [values[0] for values in table["multiseriesValues"]]
seen["seriesImpact"] = model.get_or_request_feature_impact()[0]["impactNormalized"]
effects = model.get_or_request_feature_effect(source="validation", backtest_index="0")
seen["seriesEffects"] = [effects.backtest_index, effects.feature_effects[0]["feature_name"]]
backtests = model.request_training_predictions(dr.enums.DATA_SUBSET.ALL_BACKTESTS).get_result_when_complete()
frame = backtests.get_all_as_dataframe()
seen["seriesTraining"] = [sorted(frame["series_id"].unique()), bool((frame["row_id"] >= 0).all())]
dataset = project.upload_dataset(sales)
explanations = dr.PredictionExplanations.create(project.id, model.id, dataset.id).get_result_when_complete()
seen["seriesExplanations"] = len(list(explanations.get_rows()))
explained, added = 0, 0
for one in models:
    told = dr.PredictionExplanations.create(project.id, one.id, dataset.id, max_explanations=10).get_result_when_complete()
    rows = list(told.get_rows())
    explained += all(row.prediction_explanations for row in rows)
    parts = [[part["strength"] for part in row.prediction_explanations if part["feature"].split(" ")[0] in ("Level", "Trend", "Season", "Recent")] for row in rows]
    added += all(len(some) == len(row.prediction_explanations) and abs(sum(some) - row.prediction) < 1e-6 for some, row in zip(parts, rows))
seen["everyForecastExplained"] = [explained == len(models), added > 3]
print(json.dumps(seen))
