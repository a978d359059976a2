"""Datasets with the official client, as its documentation shows: made in every way, read, changed, shared, deleted."""
import io
import json
import os
import tempfile
import warnings

import datarobot as dr
import pandas as pd
from datarobot.enums import SHARING_ROLE
from datarobot.errors import ClientError
from datarobot.models.dataset import Dataset

warnings.simplefilter("ignore")
client = dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
seen = {}

folder = tempfile.mkdtemp()
path = os.path.join(folder, "sales 2024.csv")
with open(path, "w", encoding="utf-8") as file:
    file.write("day,store,amount\n2024-01-01,Ålesund,1.5\n2024-01-02,\"Rome, Italy\",\n2024-01-03,Lima,3\n")

made = Dataset.create_from_file(file_path=path, categories=["TRAINING"])
seen["file"] = [made.name, made.row_count, made.processing_state, made.categories, made.is_latest_version, made.is_snapshot]
with open(path, "rb") as file:
    seen["filelike"] = Dataset.create_from_file(filelike=file).row_count
frame = pd.DataFrame({"a": [1, 2, 3], "b": ['x "y"', None, "z"]})
memory = Dataset.create_from_in_memory_data(data_frame=frame, fname="frame.csv")
seen["frame"] = [memory.name, memory.row_count]
records = Dataset.create_from_in_memory_data(records=[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])
seen["records"] = records.row_count

remote = Dataset.create_from_url(os.environ["FILES"] + "/remote.csv")
seen["url"] = [remote.name, remote.row_count]
refused = os.environ["REFUSED"]
try:
    Dataset.create_from_url(refused)
    seen["inside"] = "made"
except Exception as error:
    seen["inside"] = f"{type(error).__name__}: {error}"

details = made.get_details()
seen["details"] = [
    details.name,
    details.uri,
    details.data_source_type,
    details.row_count,
    details.feature_count,
    sorted([one.feature_type, one.count] for one in details.feature_count_by_type),
    details.error,
    bool(details.last_modifier_full_name),
]
seen["again"] = Dataset.get(made.id).name
seen["columns"] = [[feature.name, feature.feature_type, feature.na_count] for feature in made.get_all_features()]
seen["uris"] = made.get_uri().startswith("http")

listed = [one.id for one in Dataset.list(category="TRAINING")]
seen["listed"] = made.id in listed and memory.id not in listed
seen["iterated"] = {made.id, memory.id} <= {one.id for one in Dataset.iterate(limit=2, order_by="-created", filter_failed=True)}

made.modify(name="Sales", categories=["PREDICTION"])
seen["modified"] = [made.name, Dataset.get(made.id).categories]

out = io.BytesIO()
made.get_file(filelike=out)
seen["download"] = out.getvalue().decode("utf-8").splitlines()[0]
back = made.get_as_dataframe()
seen["dataframe"] = [list(back.columns), list(back.shape), back["store"].tolist()]
seen["lowMemory"] = list(memory.get_as_dataframe(low_memory=True).shape)

version = Dataset.create_version_from_in_memory_data(made.id, data_frame=frame)
seen["version"] = [version.id == made.id, version.version_id != made.version_id, version.row_count]
version = Dataset.create_version_from_file(made.id, file_path=path)
made.update()
seen["updated"] = [made.row_count, made.version_id == version.version_id]
seen["urlVersion"] = Dataset.create_version_from_url(made.id, os.environ["FILES"] + "/remote.csv").row_count

features = [feature.name for feature in memory.get_all_features()]
created = memory.create_featurelist("mine", features[:1])
seen["featurelists"] = [created.features, sorted(one.name for one in memory.get_featurelists())]
seen["projects"] = memory.get_projects()

other = os.environ["OTHER_USERNAME"]
memory.share([dr.SharingAccess(other, SHARING_ROLE.READ_ONLY, can_share=False, can_use_data=True)])
colleague = dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["OTHER_TOKEN"])
seen["shared"] = Dataset.get(memory.id).row_count
try:
    Dataset.get(made.id)
    seen["hidden"] = 200
except ClientError as error:
    seen["hidden"] = error.status_code
try:
    Dataset.delete(memory.id)
    seen["guarded"] = 204
except ClientError as error:
    seen["guarded"] = error.status_code
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
memory.share([dr.SharingAccess(other, None)])

Dataset.delete(memory.id)
seen["deleted"] = memory.id not in [one.id for one in Dataset.list()]
Dataset.un_delete(memory.id)
seen["recovered"] = Dataset.get(memory.id).row_count

try:
    Dataset.create_from_file(filelike=io.BytesIO(b"a,b\n1,2\n3\n"))
    seen["broken"] = "made"
except Exception as error:
    seen["broken"] = f"{type(error).__name__}: {error}"
seen["failed"] = len(Dataset.list()) - len(Dataset.list(filter_failed=True)) > 0
print(json.dumps(seen, default=str))
