"""A client older than recipes speaks the same routes through its own transport."""
import json
import os

import datarobot as dr
import pandas as pd
from datarobot.utils.waiters import wait_for_async_resolution

client = dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
frame = pd.DataFrame({"a": range(20), "b": ["x", "y"] * 10})
dataset = dr.Dataset.create_from_in_memory_data(data_frame=frame)

made = client.post("recipes/fromDataset/", data={"dataset_id": dataset.id, "dialect": "spark"}).json()
path = f"recipes/{made['recipeId']}/"
operations = [{"directive": "filter", "arguments": {"conditions": [{"column": "b", "function": "eq", "functionArguments": ["x"]}]}}]
client.put(f"{path}operations/", json={"operations": operations})
started = client.post(f"{path}preview/", data={"number_of_operations_to_use": 1})
preview = client.get(wait_for_async_resolution(client, started.headers["Location"])).json()
started = client.post("datasets/fromRecipe/", data={"recipe_id": made["recipeId"], "name": "By hand"})
location = wait_for_async_resolution(client, started.headers["Location"])
published = dr.Dataset.get(location.rstrip("/").split("/")[-1])
print(json.dumps({"rows": preview["storedCount"], "first": preview["data"][0], "name": published.name, "kept": published.row_count}))
