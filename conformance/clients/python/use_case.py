"""Use cases with the official client: made, filled with what is made inside them, shared, emptied, deleted."""
import json
import os
import warnings

import datarobot as dr
import pandas as pd
from datarobot.enums import SHARING_RECIPIENT_TYPE, SHARING_ROLE
from datarobot.errors import ClientError
from datarobot.models.sharing import SharingRole

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
seen = {}
frame = pd.DataFrame([{"x": i % 17, "y": i % 5, "z": (i * 31) % 11} for i in range(60)])

unnamed = dr.UseCase.create()
seen["unnamed"] = bool(unnamed.name)
case = dr.UseCase.create(name="Forecasts", description="of shops")
seen["made"] = [case.name, case.description, case.projects_count, case.datasets_count, len(case.members)]
case.update(name="Forecasts of shops")
seen["renamed"] = dr.UseCase.get(case.id).name

project = dr.Project.create(frame, project_name="Outside")
dataset = dr.Dataset.create_from_in_memory_data(data_frame=frame, fname="outside.csv")
link = case.add(entity=project)
seen["link"] = [link.entity_type, link.entity_id == project.id, link.use_case_id == case.id]
case.add(entity_type=dr.enums.UseCaseEntityType.DATASET, entity_id=dataset.id)
with case:
    inside = dr.Project.create(frame, project_name="Inside")
    kept = dr.Dataset.create_from_in_memory_data(data_frame=frame, fname="inside.csv")
seen["projects"] = sorted(one.project_name for one in case.list_projects())
seen["datasets"] = sorted(one.name for one in case.list_datasets())
counted = dr.UseCase.get(case.id)
seen["counts"] = [counted.projects_count, counted.datasets_count]
seen["ofProject"] = [one.id == case.id for one in dr.UseCase.list(search_params={"project_id": project.id})]
seen["byName"] = [one.name for one in dr.UseCase.list(search_params={"search": "forecasts", "orderBy": "-created_at"})]
seen["inCase"] = sorted(one.project_name for one in dr.Project.list(use_cases=case))

role = SharingRole(role=SHARING_ROLE.CONSUMER, share_recipient_type=SHARING_RECIPIENT_TYPE.USER, username=os.environ["OTHER_USERNAME"])
case.share([role])
seen["roles"] = sorted(one.role for one in case.get_shared_roles())
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["OTHER_TOKEN"])
seen["shared"] = dr.UseCase.get(case.id).name
try:
    dr.UseCase.delete(case.id)
    seen["guarded"] = 204
except ClientError as error:
    seen["guarded"] = error.status_code
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
case.share([SharingRole(role=SHARING_ROLE.NO_ROLE, share_recipient_type=SHARING_RECIPIENT_TYPE.USER, username=os.environ["OTHER_USERNAME"])])
seen["unshared"] = len(case.get_shared_roles())

case.remove(entity=project)
seen["left"] = sorted(one.project_name for one in case.list_projects())
dr.UseCase.delete(case.id)
try:
    dr.UseCase.get(case.id)
    seen["gone"] = 200
except ClientError as error:
    seen["gone"] = error.status_code
seen["alive"] = dr.Project.get(project.id).project_name
print(json.dumps(seen, default=str))
