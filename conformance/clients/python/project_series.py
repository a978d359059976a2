"""Many series with the official client, as its documentation shows: from a file to a leaderboard and a forecast."""
import json
import math
import os
import tempfile
import warnings
from datetime import date, datetime, timedelta

import datarobot as dr
import pandas as pd
from datarobot.enums import AUTOPILOT_MODE

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
OLD = dr.__version__.startswith("2.")
seen = {}


def sales(shop, day):
    noise = ((day * 7919 + shop * 104729) % 100) / 1000
    return round(100 * (shop + 1) * (1 + 0.3 * math.sin(2 * math.pi * day / 7)) * (0.95 + noise), 2)


FIRST = date(2022, 1, 1)
rows = [
    {"date": str(FIRST + timedelta(day)), "store": f"shop {shop}", "sales": sales(shop, day), "promotion": int(day % 11 == 0)}
    for shop in range(3)
    for day in range(120)
]
folder = tempfile.mkdtemp()
path = os.path.join(folder, "sales.csv")
pd.DataFrame(rows).to_csv(path, index=False)
events = os.path.join(folder, "events.csv")
pd.DataFrame({"date": ["2022-01-17", "2022-02-14", "2022-05-02"], "event": ["fair", "fair", "fair"]}).to_csv(events, index=False)

project = dr.Project.create(path, project_name="Shops")
seen["made"] = [project.project_name, project.stage, project.file_name]
calendar = dr.CalendarFile.create(events, calendar_name="Fairs")

spec = dr.DatetimePartitioningSpecification(
    "date",
    use_time_series=True,
    multiseries_id_columns=["store"],
    feature_derivation_window_start=-28,
    feature_derivation_window_end=0,
    forecast_window_start=1,
    forecast_window_end=7,
    number_of_backtests=2,
    calendar_id=calendar.id,
    feature_settings=[dr.FeatureSettings("promotion", known_in_advance=True)],
)
preview = dr.DatetimePartitioning.generate(project.id, spec)
seen["preview"] = [preview.number_of_backtests, len(preview.backtests), preview.multiseries_id_columns, preview.calendar_id == calendar.id]
seen["frame"] = preview.to_dataframe().shape[0] > 5
if OLD:
    project.set_target("sales", mode=AUTOPILOT_MODE.QUICK, partitioning_method=spec, worker_count=-1)
else:
    project.set_datetime_partitioning(spec)
    project.analyze_and_model("sales", mode=AUTOPILOT_MODE.QUICK, worker_count=-1, max_wait=600)
seen["aimed"] = [project.target, project.stage, project.target_type, project.partition["use_time_series"]]
project.wait_for_autopilot(check_interval=2, timeout=1500, verbosity=0)
seen["status"] = project.get_status()["autopilot_done"]

final = dr.DatetimePartitioning.get(project.id)
seen["final"] = [final.number_of_backtests, final.total_row_count, final.number_of_known_in_advance_features]
models = project.get_models()
seen["models"] = [len(models) > 5, len({model.id for model in models}) == len(models)]
datetime_models = project.get_datetime_models()
best = next(model for model in datetime_models if all(one["status"] == "COMPLETED" for one in model.backtests))
seen["datetimeModels"] = [len(datetime_models) == len(models), len(best.backtests), best.forecast_window_end, best.windows_basis_unit]
if not OLD:
    records = project.get_model_records(sort_by_partition="backtesting")
    scores = [record.metrics[project.metric]["backtesting"] for record in records]
    known = [score for score in scores if score is not None]
    seen["records"] = [len(records) == len(models), known == sorted(known), all(record.model_number for record in records)]
    seen["all"] = len(project.get_models(use_new_models_retrieval=True)) == len(models)
    seen["top"] = project.get_top_model().metrics[project.metric]["validation"] is not None

recommendation = dr.ModelRecommendation.get(project.id)
model = recommendation.get_model()
seen["recommended"] = [recommendation.recommendation_type, type(model).__name__, model.project_id == project.id]
seen["recommendations"] = len(dr.ModelRecommendation.get_all(project.id)) > 0
seen["holdoutHidden"] = all(one.metrics[project.metric]["holdout"] is None for one in models)
project.unlock_holdout()
seen["holdoutSeen"] = any(one.metrics[project.metric]["holdout"] is not None for one in project.get_models())
seen["names"] = project.get_multiseries_names()
seen["modeling"] = len(project.get_modeling_features()) > 3
seen["lists"] = "Time Series Informative Features" in [one.name for one in project.get_modeling_featurelists()]

last = FIRST + timedelta(119)
history = [row for row in rows if row["date"] > str(last - timedelta(60))]
future = [
    {"date": str(last + timedelta(step)), "store": f"shop {shop}", "sales": None, "promotion": 0}
    for shop in range(3)
    for step in range(1, 8)
]
ahead = project.upload_dataset(pd.DataFrame(history + future), forecast_point=datetime.combine(last, datetime.min.time()))
seen["dataset"] = [ahead.num_rows, ahead.num_columns, [one.id for one in project.get_datasets()] == [ahead.id]]
job = model.request_predictions(ahead.id, include_prediction_intervals=True, prediction_intervals_size=80)
frame = job.get_result_when_complete(max_wait=600)
seen["predictions"] = sorted(frame.columns)
seen["forecast"] = [
    len(frame),
    sorted(frame["series_id"].unique()),
    sorted(int(one) for one in frame["forecast_distance"].unique()),
    bool((frame["prediction_interval_lower_bound"] <= frame["prediction"]).all()),
    bool((frame["prediction"] <= frame["prediction_interval_upper_bound"]).all()),
]
truth = {(f"shop {shop}", step): sales(shop, 119 + step) for shop in range(3) for step in range(1, 8)}
errors = [
    abs(row.prediction - truth[(row.series_id, int(row.forecast_distance))]) / truth[(row.series_id, int(row.forecast_distance))]
    for row in frame.itertuples()
]
seen["close"] = max(errors) < 0.15
kept = dr.Predictions.list(project.id)
seen["kept"] = [len(kept), kept[0].includes_prediction_intervals, kept[0].prediction_intervals_size, len(kept[0].get_all_as_dataframe())]

calendars = dr.CalendarFile.list(project.id)
seen["calendarUsed"] = [one.id == calendar.id and one.project_ids == [project.id] for one in calendars]
print(json.dumps(seen, default=str))
