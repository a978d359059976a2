"""Columns, histograms and feature lists of a dataset with the official client, as its documentation shows."""
import json
import os
import warnings

import datarobot as dr
from datarobot.errors import ClientError
from datarobot.models import DatasetFeatureHistogram
from datarobot.models.featurelist import DatasetFeaturelist

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
seen = {}

rows = [
    {"day": f"2024-01-{i + 1:02d}", "region": "north" if i % 2 else "south", "sales": i * 1.5, "50% \"x\" ü": i % 3}
    for i in range(30)
]
dataset = dr.Dataset.create_from_in_memory_data(records=rows)

features = dataset.get_all_features()
seen["names"] = [feature.name for feature in features]
by_type = dataset.get_all_features(order_by="featureType")
seen["types"] = [feature.feature_type for feature in by_type]
day = next(feature for feature in features if feature.name == "day")
seen["day"] = [
    day.date_format, day.time_series_eligible, day.time_series_eligibility_reason, day.time_step, day.time_unit, day.min,
]
sales = next(feature for feature in features if feature.name == "sales")
seen["sales"] = [
    sales.id, sales.unique_count, sales.na_count, sales.min, sales.max, sales.mean, sales.median, sales.low_information,
    sales.dataset_id == dataset.id, sales.dataset_version_id == dataset.version_id,
]
seen["paged"] = [feature.name for feature in dataset.iterate_all_features(offset=1, limit=1)]

histogram = sales.get_histogram(bin_limit=5)
seen["histogram"] = [len(histogram.plot) <= 5, sum(bin_["count"] for bin_ in histogram.plot)]
odd = DatasetFeatureHistogram.get(dataset.id, "50% \"x\" ü")
seen["odd"] = [[bin_["label"], bin_["count"]] for bin_ in odd.plot]

seen["automatic"] = [[one.name, one.user_created, len(one.features)] for one in dataset.get_featurelists()]
made = dataset.create_featurelist("Two", ["day", "sales"])
seen["made"] = [made.name, made.features, made.user_created, made.dataset_id == dataset.id, made.dataset_version_id]
again = DatasetFeaturelist.get(dataset.id, made.id)
again.update(name="Pair")
seen["renamed"] = DatasetFeaturelist.get(dataset.id, made.id).name
for key, name, columns in [("taken", "Pair", ["day"]), ("unknown", "Other", ["nothing"])]:
    try:
        dataset.create_featurelist(name, columns)
        seen[key] = "made"
    except ClientError as error:
        seen[key] = error.status_code
again.delete()
seen["left"] = [one.name for one in dataset.get_featurelists()]
print(json.dumps(seen))
