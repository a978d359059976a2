"""Models one by one with the official client: blueprints, training, stars, blends, what matters, the queue."""
import json
import os
import warnings

import datarobot as dr
import pandas as pd
from datarobot.enums import AUTOPILOT_MODE, BLENDER_METHOD
from datarobot.errors import ClientError

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
OLD = dr.__version__.startswith("2.")
seen = {}

frame = pd.DataFrame(
    [{"x": (i * 37) % 100, "y": (i * 17) % 40, "noise": (i * 7919) % 13, "price": 3 * ((i * 37) % 100) - (i * 17) % 40} for i in range(200)]
)
project = dr.Project.create(frame, project_name="By hand")
if OLD:
    project.set_target("price", mode=AUTOPILOT_MODE.MANUAL, worker_count=2)
else:
    project.analyze_and_model("price", mode=AUTOPILOT_MODE.MANUAL, worker_count=2)
seen["manual"] = [project.stage, len(project.get_models()), project.get_all_jobs()]
blueprints = project.get_blueprints()
seen["blueprints"] = [len(blueprints) > 3, all(one.model_type for one in blueprints)]
chart = blueprints[0].get_chart()
seen["chart"] = [len(chart.nodes) > 1, "digraph" in chart.to_graphviz()]
seen["docs"] = len(blueprints[0].get_documents()) >= 0

blueprints.sort(key=lambda one: "boost" not in one.model_type.lower())
number = project.train(blueprints[0])
try:
    project.train(blueprints[0])
    seen["twice"] = "trained"
except ClientError as error:
    seen["twice"] = [type(error).__name__, error.status_code]
first = dr.ModelJob.get(project.id, number).get_result_when_complete(max_wait=600)
fewer = project.create_featurelist("Two", ["x", "y", "price"])
second = dr.ModelJob.get(project.id, project.train(blueprints[1], featurelist_id=fewer.id)).get_result_when_complete(max_wait=600)
seen["trained"] = [first.blueprint_id == blueprints[0].id, second.featurelist_name, first.metrics[project.metric]["validation"] is not None]
again = dr.ModelJob.get(project.id, second.train(featurelist_id=first.featurelist_id)).get_result_when_complete(max_wait=600)
seen["again"] = [again.blueprint_id == second.blueprint_id, again.id != second.id]
for model in [first, second]:
    model.cross_validate().wait_for_completion(max_wait=600)
seen["judged"] = dr.Model.get(project.id, first.id).metrics[project.metric]["crossValidation"] is not None
half = dr.ModelJob.get(project.id, project.train(blueprints[1], sample_pct=32)).get_result_when_complete(max_wait=600)
frozen = half.request_frozen_model(sample_pct=48).get_result_when_complete(max_wait=600)
seen["half"] = [round(half.sample_pct), frozen.is_frozen, frozen.parent_model_id == half.id, [one.id for one in project.get_frozen_models()] == [frozen.id]]
blend = project.blend([first.id, second.id], BLENDER_METHOD.GLM).get_result_when_complete(max_wait=600)
seen["blend"] = [blend.model_category, [one.id for one in project.get_blenders()] == [blend.id]]
impact = first.get_or_request_feature_impact(max_wait=600)
seen["impact"] = [impact[0]["featureName"], impact[0]["impactNormalized"], len(impact)]
seen["used"] = {"x", "y", "noise"} <= set(first.get_features_used())

first.star_model()
seen["starred"] = [one.id == first.id for one in project.get_models(search_params={"is_starred": True})]
first.unstar_model()
seen["unstarred"] = dr.Model.get(project.id, first.id).is_starred
again.delete()
seen["left"] = again.id not in [one.id for one in project.get_models()]
seen["errors"] = project.get_all_jobs(status="error")
project.set_worker_count(1)
seen["access"] = [one.role for one in project.get_access_list()]
try:
    dr.Model.get(project.id, "65f000000000000000000001")
    seen["missing"] = 200
except ClientError as error:
    seen["missing"] = error.status_code
print(json.dumps(seen, default=str))
