"""Key values on a deployment, the version it serves, its registered model and a prediction environment."""
import json
import os
import warnings

import datarobot as dr
from datarobot.enums import KeyValueCategory, KeyValueEntityType, KeyValueType
from datarobot.errors import ClientError
from datarobot.models.key_values import KeyValue

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
mark = os.environ["MARK"]
seen = {}


def refused(call):
    try:
        call()
    except ClientError as error:
        return error.status_code
    return None


deployment = dr.Deployment.get(os.environ["DEPLOYMENT_ID"])
at = (deployment.id, KeyValueEntityType.DEPLOYMENT)
rows = KeyValue.create(*at, f"rows {mark}", KeyValueCategory.TRAINING_PARAMETER, KeyValueType.NUMERIC, 200, "of the file")
seen["numeric"] = [rows.get_value(), rows.value, rows.description, rows.entity_id == deployment.id, bool(rows.creator_name)]
rows.update(name=f"all rows {mark}", comment="clearer")
seen["renamed"] = [rows.name == f"all rows {mark}", rows.get_value()]
rows.update(value=0.5)
rows.refresh()
seen["changed"] = [rows.get_value(), rows.value]
checked = KeyValue.create(*at, f"checked {mark}", KeyValueCategory.TAG, KeyValueType.BOOLEAN, True)
checked.update(description="by hand")
seen["boolean"] = [checked.get_value(), checked.description]
checked.update(value=False)
seen["unchecked"] = KeyValue.get(checked.id).get_value()
note = KeyValue.create(*at, f"note {mark}", KeyValueCategory.ARTIFACT, KeyValueType.JSON, '{"team": "red"}')
seen["json"] = json.loads(note.get_value())
seen["named"] = [one.name.split()[0] for one in KeyValue.list(*at) if one.name.endswith(mark)]
seen["found"] = KeyValue.find(*at, f"note {mark}").id == note.id
seen["missing"] = KeyValue.find(*at, "nothing")
seen["taken"] = refused(lambda: KeyValue.create(*at, note.name, KeyValueCategory.TAG, KeyValueType.STRING, "x"))
seen["file"] = refused(lambda: KeyValue.create(*at, "photo", KeyValueCategory.ARTIFACT, KeyValueType.IMAGE, "x"))
note.delete()
seen["deleted"] = refused(lambda: KeyValue.get(note.id))

entities = [(os.environ["PACKAGE_ID"], KeyValueEntityType.MODEL_PACKAGE), (os.environ["REGISTERED_MODEL_ID"], KeyValueEntityType.REGISTERED_MODEL)]
# Older clients do not know these.
if hasattr(KeyValueEntityType, "PREDICTION_ENVIRONMENT"):
    environment = dr.PredictionEnvironment.create(name=f"Edge {mark}", platform=dr.enums.PredictionEnvironmentPlatform.AWS)
    entities.append((environment.id, KeyValueEntityType.PREDICTION_ENVIRONMENT))
seen["elsewhere"] = []
for entity, kind in entities:
    made = KeyValue.create(entity, kind, f"link {mark}", KeyValueCategory.ARTIFACT, KeyValueType.URL, "https://example.com/")
    seen["elsewhere"].append([KeyValue.find(entity, kind, made.name).get_value(), made.entity_type == kind])

if hasattr(deployment, "get_moderation_events"):
    from datarobot.mlops.events import MLOpsEvent

    MLOpsEvent.report_moderation_event(
        "moderationMetricCreationError", title=f"No metric {mark}", message="Too many", deployment_id=deployment.id, metric_name="Blocked"
    )
    mine = [one for one in deployment.get_moderation_events(limit=0) if one.title == f"No metric {mark}"]
    seen["events"] = [[one.type, one.status_type, one.message, one.moderation_data["metric_name"]] for one in mine]
print(json.dumps(seen))
