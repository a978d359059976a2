"""A deployment with the official client: made, listed, switched, replaced, set up, challenged, shared and deleted."""
import json
import os
import time
import warnings

import datarobot as dr
from datarobot.errors import ClientError

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
model_id, other_model_id = os.environ["MODEL_ID"], os.environ["OTHER_MODEL_ID"]
mark = os.environ["MARK"]
seen = {}


def refused(call):
    try:
        call()
    except ClientError as error:
        return error.status_code
    return None


server = dr.PredictionServer.list()[0]
deployment = dr.Deployment.create_from_learning_model(
    model_id, label="Housing " + mark, description="Sold or not", default_prediction_server_id=server.id
)
seen["made"] = [
    deployment.label == "Housing " + mark,
    deployment.description,
    deployment.default_prediction_server["id"] == server.id,
    deployment.default_prediction_server["url"] == server.url,
    deployment.model["target_name"],
    deployment.model["id"] == model_id,
    len(deployment.prediction_usage["daily_rates"]),
    deployment.service_health["status"],
    "CAN_REPLACE_MODEL" in deployment.permissions,
]

listed = dr.Deployment.list(order_by="-label", search=mark)
again = dr.Deployment.get(deployment.id)
seen["listed"] = [len(listed), listed[0].id == deployment.id, again.status if hasattr(again, "status") else "active"]
filters = dr.models.deployment.DeploymentListFilters(
    role="OWNER", service_health=["unknown", "passing"], importance=["HIGH"]
)
seen["filtered"] = len(dr.Deployment.list(search=mark, filters=filters))
again.update(importance="HIGH", label="Homes " + mark)
seen["updated"] = [dr.Deployment.get(again.id).label == "Homes " + mark, len(dr.Deployment.list(search=mark, filters=filters))]

# The oldest client does not wait until a deployment answers.
while dr.client.get_client().get("deployments/{}/".format(deployment.id)).json()["status"] == "launching":
    time.sleep(0.5)

if hasattr(deployment, "deactivate"):
    deployment.deactivate(max_wait=60)
    off = dr.Deployment.get(deployment.id).status
    seen["again"] = refused(lambda: deployment.deactivate(max_wait=60))
    deployment.activate(max_wait=60)
    seen["switched"] = [off, dr.Deployment.get(deployment.id).status]

status, message, checks = deployment.validate_replacement_model(new_model_id=other_model_id)
seen["valid"] = [status, checks["target"]["status"], checks["not_current_model"]["status"]]
status, message, checks = deployment.validate_replacement_model(new_model_id=model_id)
seen["invalid"] = [status, checks["not_current_model"]["status"]]
if hasattr(deployment, "perform_model_replace"):
    from datarobot.models.model_registry import RegisteredModelVersion

    version = RegisteredModelVersion.create_for_leaderboard_item(
        other_model_id, name="Second", registered_model_name="Second " + mark
    )
    deployment.perform_model_replace(version.id, "ACCURACY", max_wait=120)
else:
    deployment.replace_model(other_model_id, "ACCURACY", max_wait=120)
seen["replaced"] = dr.Deployment.get(deployment.id).model["id"] == other_model_id
seen["refused"] = refused(lambda: deployment.replace_model(other_model_id, "OTHER")) if hasattr(deployment, "replace_model") else 409

seen["features"] = sorted((one["name"], one["feature_type"]) for one in deployment.get_features())

# Settings: what is set is read back.
deployment.update_association_id_settings(column_names=["id"], required_in_prediction_requests=False, max_wait=60)
seen["association"] = deployment.get_association_id_settings()
deployment.update_drift_tracking_settings(target_drift_enabled=False, feature_drift_enabled=True, max_wait=60)
drift = deployment.get_drift_tracking_settings()
seen["drift"] = [drift["target_drift"]["enabled"], drift["feature_drift"]["enabled"]]
deployment.update_predictions_data_collection_settings(enabled=True, max_wait=60)
seen["collection"] = deployment.get_predictions_data_collection_settings()
deployment.update_segment_analysis_settings(True, ["town"], max_wait=60)
seen["segments"] = [deployment.get_segment_analysis_settings()["attributes"], refused(
    lambda: deployment.update_segment_analysis_settings(True, ["garden"], max_wait=60)
)]
deployment.update_challenger_models_settings(True, max_wait=60)
seen["challengers"] = deployment.get_challenger_models_settings()
seen["warning"] = [
    deployment.get_prediction_warning_settings()["enabled"],
    refused(lambda: deployment.update_prediction_warning_settings(True, max_wait=60)),
]
deployment.update_prediction_warning_settings(False, use_default_boundaries=True, max_wait=60)
seen["intervals"] = deployment.get_prediction_intervals_settings()
seen["forecast"] = deployment.get_predictions_by_forecast_date_settings()["enabled"]
if hasattr(deployment, "update_bias_and_fairness_settings"):
    deployment.update_bias_and_fairness_settings(
        protected_features=["town"],
        preferable_target_value=True,
        fairness_metric_set="equalParity",
        fairness_threshold=0.8,
        max_wait=60,
    )
    seen["fairness"] = deployment.get_bias_and_fairness_settings()["fairness_threshold"]

if hasattr(deployment, "get_health_settings"):
    defaults = deployment.get_default_health_settings()
    same = deployment.get_health_settings() == defaults
    changed = deployment.update_health_settings(data_drift={"drift_threshold": 0.3}, fairness={"protected_class_warning_count": 3})
    seen["health"] = [
        same,
        defaults["accuracy"]["metric"],
        changed["data_drift"]["drift_threshold"],
        changed["fairness"]["protected_class_warning_count"],
        deployment.get_health_settings() == changed,
    ]
    seen["replayOff"] = deployment.get_challenger_replay_settings()["enabled"]
    schedule = {"minute": [30], "hour": [2], "day_of_month": ["*"], "month": ["*"], "day_of_week": [1, 3]}
    deployment.update_challenger_replay_settings(enabled=True, schedule=schedule)
    replay = deployment.get_challenger_replay_settings()
    seen["replay"] = [replay["enabled"], replay["schedule"] == schedule]

seen["roles"] = None
if hasattr(deployment, "list_shared_roles"):
    roles = deployment.list_shared_roles()
    seen["roles"] = [(one.role, one.share_recipient_type) for one in roles]

if hasattr(deployment, "list_challengers"):
    from datarobot.models.deployment.challenger import Challenger
    from datarobot.models.model_registry import RegisteredModelVersion

    rival = RegisteredModelVersion.create_for_leaderboard_item(model_id, name="Rival", registered_model_name="Rival " + mark)
    environment = [one for one in dr.PredictionEnvironment.list() if one.platform == "datarobot"][0]
    challenger = Challenger.create(deployment.id, rival.id, environment.id, "First one")
    names = [one.name for one in deployment.list_challengers()]
    challenger.update(name="Renamed")
    found = Challenger.get(deployment.id, challenger.id)
    challenger.delete()
    seen["challenger"] = [names, found.name, found.model_package["id"] == rival.id, len(deployment.list_challengers())]

if hasattr(deployment, "get_champion_model_package"):
    seen["champion"] = deployment.get_champion_model_package().model_id == other_model_id
if hasattr(deployment, "get_capabilities"):
    seen["capabilities"] = [one["supported"] for one in deployment.get_capabilities() if one["name"] == "supports_challenger_models"]
    seen["attributes"] = deployment.get_segment_attributes("dataDriftAndAccuracy")
if hasattr(deployment, "update_retraining_settings"):
    before = deployment.get_retraining_settings()
    deployment.update_retraining_settings(prediction_environment_id=server.id)
    seen["retraining"] = [before, deployment.get_retraining_settings()["prediction_environment"]["id"] == server.id]
if hasattr(deployment, "create_tag"):
    tag = deployment.create_tag("team", "homes")
    deployment.update_tag(tag["id"], "team", "sheds")
    seen["tags"] = [dr.Deployment.get(deployment.id).tags[0]["value"]]
    deployment.delete_tag(tag["id"])
    seen["tags"].append(len(dr.Deployment.get(deployment.id).tags))

if hasattr(dr.Deployment, "create_from_registered_model_version"):
    from datarobot.models.model_registry import RegisteredModelVersion

    version = RegisteredModelVersion.create_for_leaderboard_item(model_id, name="Third", registered_model_name="Third " + mark)
    second = dr.Deployment.create_from_registered_model_version(
        version.id, label="From version", prediction_environment_id=server.id, max_wait=120
    )
    seen["fromVersion"] = [second.model_package["id"] == version.id, second.model["target_name"]]
    second.delete()

deployment.delete()
seen["deleted"] = refused(lambda: dr.Deployment.get(deployment.id))
print(json.dumps(seen))
