"""Rows with dates, and rows without a target, with the official client: backtests, training by hand, anomalies."""
import json
import os
import warnings
from datetime import date, timedelta

import datarobot as dr
import pandas as pd
from datarobot.enums import AUTOPILOT_MODE

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
OLD = dr.__version__.startswith("2.")
seen = {}


def aimed(project, **how):
    if OLD:
        project.set_target(worker_count=-1, **how)
    else:
        project.analyze_and_model(worker_count=-1, **how)


rows = [
    {"day": str(date(2021, 1, 1) + timedelta(i)), "size": (i * 37) % 100, "age": (i * 17) % 40, "price": 3 * ((i * 37) % 100) - (i * 17) % 40}
    for i in range(400)
]
dated = dr.Project.create(pd.DataFrame(rows), project_name="Dated rows")
spec = dr.DatetimePartitioningSpecification("day", number_of_backtests=2)
aimed(dated, target="price", mode=AUTOPILOT_MODE.QUICK, partitioning_method=spec)
dated.wait_for_autopilot(check_interval=2, timeout=1500, verbosity=0)
models = dated.get_datetime_models()
seen["dated"] = [len(models) > 3, dated.partition["cv_method"], dated.partition["use_time_series"]]
best = dr.ModelRecommendation.get(dated.id).get_model()
seen["best"] = [type(best).__name__, bool(best.training_info["prediction_training_row_count"])]
seen["rows"] = dr.DatetimePartitioning.get(dated.id).total_row_count
ahead = dated.upload_dataset(pd.DataFrame(rows[:15]).drop(columns=["price"]))
seen["ahead"] = len(best.request_predictions(ahead.id).get_result_when_complete(max_wait=600))

blueprint = next(one for one in dated.get_blueprints() if "boost" in one.model_type.lower())
lists = {one.name: one for one in dated.get_featurelists()}
trained = dated.train_datetime(blueprint.id, featurelist_id=lists["Raw Features"].id).get_result_when_complete(max_wait=600)
by_hand = dr.DatetimeModel.get(dated.id, trained.id)
seen["byHand"] = [by_hand.featurelist_name, by_hand.backtests[0]["status"], by_hand.backtests[1]["status"]]
by_hand.score_backtests().wait_for_completion(max_wait=600)
judged = dr.DatetimeModel.get(dated.id, by_hand.id)
seen["judged"] = [one["status"] for one in judged.backtests]

anomalies = dr.Project.create(pd.DataFrame(rows).drop(columns=["day"]), project_name="Without a target")
aimed(anomalies, mode=AUTOPILOT_MODE.QUICK, unsupervised_mode=True)
anomalies.wait_for_autopilot(check_interval=2, timeout=1500, verbosity=0)
seen["anomalies"] = [anomalies.unsupervised_mode, anomalies.target, len(anomalies.get_models()) > 0]
print(json.dumps(seen, default=str))
