"""The registry with the official client: servers, environments, versions of a leaderboard model and of an external one."""
import json
import os
import time
import warnings

import datarobot as dr
from datarobot.enums import (
    RegisteredModelDeploymentSortKey,
    RegisteredModelSortDirection,
    RegisteredModelSortKey,
    SHARING_RECIPIENT_TYPE,
    SHARING_ROLE,
)
from datarobot.errors import ClientError
from datarobot.models.model_registry import (
    RegisteredModel,
    RegisteredModelListFilters,
    RegisteredModelVersion,
    RegisteredModelVersionsListFilters,
)
from datarobot.models.sharing import SharingRole

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
model_id, mark = os.environ["MODEL_ID"], os.environ["MARK"]
seen = {}


def refused(call):
    try:
        call()
    except ClientError as error:
        return error.status_code
    return None


(server,) = dr.PredictionServer.list()
seen["server"] = [server.url == os.environ["ENDPOINT"][: -len("/api/v2")], bool(server.id), bool(server.datarobot_key)]
natives = [one for one in dr.PredictionEnvironment.list() if one.platform == "datarobot"]
seen["native"] = [len(natives), natives[0].is_deleted, natives[0].id == server.id]
made = dr.PredictionEnvironment.create(
    name="Shop floor", platform=dr.enums.PredictionEnvironmentPlatform.AWS, description="Tills", supported_model_formats=["datarobot"]
)
again = dr.PredictionEnvironment.get(made.id)
seen["environment"] = [again.name, again.description, again.supported_model_formats, "creator_username" in again.import_meta]
made.delete()
seen["deleted"] = refused(lambda: dr.PredictionEnvironment.get(made.id))

version = RegisteredModelVersion.create_for_leaderboard_item(
    model_id,
    name="First",
    prediction_threshold=0.4,
    registered_model_name=f"Housing {mark}",
    registered_model_description="Sold or not",
    description="Quick",
    tags=[{"name": "team", "value": "housing"}],
    registered_model_tags=[{"name": "owner", "value": "us"}],
)
registered = RegisteredModel.get(version.registered_model_id)
seen["registered"] = [registered.name == f"Housing {mark}", registered.description, registered.last_version_num, registered.is_archived]
while version.build_status == "inProgress":
    time.sleep(0.2)
    version = registered.get_version(version.id)
seen["version"] = [
    version.name,
    version.build_status,
    version.registered_model_version,
    version.target["type"],
    version.target["prediction_threshold"],
    version.model_execution_type,
    version.tags[0]["value"],
    version.model_description["description"],
    version.active_deployment_count,
    version.model_kind["is_time_series"],
    bool(version.import_meta["creator_username"]),
    bool(version.source_meta["project_id"]),
]
second = RegisteredModelVersion.create_for_leaderboard_item(model_id, registered_model_id=registered.id)
external = RegisteredModelVersion.create_for_external(
    name=f"Elsewhere {mark}",
    target={"name": "price", "type": "Regression"},
    model_description={"description": "Answers in a shop", "build_environment_type": "Python"},
    registered_model_name=f"Elsewhere {mark}",
)
seen["external"] = [external.model_execution_type, external.build_status, external.model_description["build_environment_type"]]
seen["custom"] = refused(lambda: RegisteredModelVersion.create_for_custom_model_version("5f0000000000000000000001"))
seen["unknown"] = refused(lambda: RegisteredModelVersion.create_for_leaderboard_item("5f0000000000000000000001"))
seen["taken"] = refused(
    lambda: RegisteredModelVersion.create_for_leaderboard_item(model_id, registered_model_name=f"Housing {mark}")
)

found = RegisteredModel.list(
    search=mark, sort_key=RegisteredModelSortKey.NAME, sort_direction=RegisteredModelSortDirection.DESC, limit=1
)
seen["list"] = [one.name.split(" ")[0] for one in found]
binary = RegisteredModel.list(search=mark, filters=RegisteredModelListFilters(target_type="Binary", created_at_start=registered.created_at))
seen["binary"] = [one.id == registered.id for one in binary]
seen["versions"] = sorted(one.registered_model_version for one in registered.list_versions())
seen["filtered"] = [
    one.id == version.id
    for one in registered.list_versions(filters=RegisteredModelVersionsListFilters(prediction_threshold=0.4), search="first")
]
seen["renamed"] = RegisteredModel.update(registered.id, f"Homes {mark}").name.split(" ")[0]
registered.share([SharingRole(role=SHARING_ROLE.CONSUMER, share_recipient_type=SHARING_RECIPIENT_TYPE.USER, username=os.environ["OTHER_USERNAME"])])
seen["roles"] = sorted(one.role for one in registered.get_shared_roles())

deployed = dr.Deployment.create_from_registered_model_version(version.id, label=f"Homes {mark}", max_wait=120)
associated = registered.list_associated_deployments(sort_key=RegisteredModelDeploymentSortKey.LABEL)
seen["deployed"] = [
    [one.id == deployed.id, one.currently_deployed, one.is_challenger, one.registered_model_version, bool(one.first_deployed_at)]
    for one in associated
]
seen["ofVersion"] = [len(version.list_associated_deployments()), len(second.list_associated_deployments())]
seen["inUse"] = refused(lambda: RegisteredModel.archive(registered.id))
deployed.delete()
RegisteredModel.archive(registered.id)
seen["archived"] = [len(RegisteredModel.list(search=f"Homes {mark}")), RegisteredModel.get(registered.id).is_archived]
print(json.dumps(seen))
