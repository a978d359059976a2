"""A large upload in parts through a data stage, and the sharing classes of the newer client where it has them."""
import json
import os
import tempfile
import warnings

import datarobot as dr
import pandas as pd
from datarobot.models.dataset import DataStage, Dataset

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
seen = {}

rows = 5000
path = os.path.join(tempfile.mkdtemp(), "large.csv")
pd.DataFrame({"n": range(rows), "text": [f"row {i}" for i in range(rows)]}).to_csv(path, index=False)

stage = DataStage.create_datastage("large.csv")
# Parts end where they end, in the middle of a line.
stage.upload_from_file(path, max_chunk_size=7777)
seen["parts"] = len(stage.finalize()["parts"])
dataset = stage.create_dataset_from_datastage(categories=["TRAINING"])
seen["dataset"] = [dataset.name, dataset.row_count, dataset.categories]
again = stage.create_dataset_version_from_datastage(dataset.id)
seen["version"] = [again.id == dataset.id, again.row_count]
frame = DataStage.create_datastage_from_source("frame.csv", pd.DataFrame({"a": [1, 2]}))
seen["frame"] = Dataset.create_from_datastage(frame.id).row_count

if hasattr(dataset, "modify_shared_roles"):
    from datarobot.enums import SHARING_RECIPIENT_TYPE, TARGET_SHARING_ROLE
    from datarobot.models.sharing import CatalogSharedRoleRequest

    def give(role):
        request = CatalogSharedRoleRequest(
            role=role, share_recipient_type=SHARING_RECIPIENT_TYPE.USER, name=os.environ["OTHER_USERNAME"]
        )
        dataset.modify_shared_roles(roles=[request])

    give(TARGET_SHARING_ROLE.EDITOR)
    seen["roles"] = sorted([one.role.value, one.share_recipient_type] for one in dataset.get_shared_roles())
    give(TARGET_SHARING_ROLE.NO_ROLE)
    seen["after"] = len(dataset.get_shared_roles(share_recipient_type=SHARING_RECIPIENT_TYPE.USER))
print(json.dumps(seen, default=str))
