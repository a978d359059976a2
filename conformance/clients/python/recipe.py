"""Wrangle a dataset with the official client: every class of sampling and downsampling, preview, SQL, publish."""
import json
import os
import warnings

import datarobot as dr
import pandas as pd
from datarobot.enums import (
    AggregationFunctions,
    DataWranglingDialect,
    DataWranglingSnapshotPolicy,
    FilterOperationFunctions,
    JoinType,
    RecipeType,
)
from datarobot.models.recipe import RecipeDatasetInput, RecipeSettings
from datarobot.models.recipe_operation import (
    AggregateFeature,
    AggregationOperation,
    ComputeNewOperation,
    DatetimeSamplingOperation,
    DedupeRowsOperation,
    DropColumnsOperation,
    FilterCondition,
    FilterOperation,
    FindAndReplaceOperation,
    JoinOperation,
    LagsOperation,
    LimitSamplingOperation,
    RandomDownsamplingOperation,
    RandomSamplingOperation,
    RenameColumnsOperation,
    SmartDownsamplingOperation,
    TableSampleSamplingOperation,
)

warnings.simplefilter("ignore")
client = dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
seen = {}

rows = 300
sales = pd.DataFrame(
    {
        "day": pd.date_range("2024-01-01", periods=rows).strftime("%Y-%m-%d"),
        "store": [f"s{i % 3}" for i in range(rows)],
        "select": [i % 7 for i in range(rows)],
        "amount": [float(i) / 2 for i in range(rows)],
        "returned": ["yes" if i % 10 == 0 else "no" for i in range(rows)],
    }
)
stores = pd.DataFrame({"store": ["s0", "s1", "s2"], "city": ["Oslo", "Rome", "Lima"]})
dataset = dr.Dataset.create_from_in_memory_data(data_frame=sales, fname="sales.csv")
right = dr.Dataset.create_from_in_memory_data(data_frame=stores, fname="stores.csv")

use_case = dr.UseCase.create(name="Wrangling")
recipe = dr.Recipe.from_dataset(
    use_case,
    dataset,
    dialect=DataWranglingDialect.SPARK,
    recipe_type=RecipeType.WRANGLING,
    sampling=RandomSamplingOperation(rows=200, seed=1),
)
seen["made"] = [recipe.status, recipe.dialect, recipe.recipe_type, len(recipe.inputs), recipe.inputs[0].sampling.directive]

recipe.update(
    name="Sales of Oslo",
    description="for the test",
    inputs=[
        RecipeDatasetInput.from_dataset(dataset, sampling=LimitSamplingOperation(rows=100)),
        RecipeDatasetInput.from_dataset(right, alias="stores"),
    ],
)
seen["inputs"] = [recipe.name, [type(one).__name__ for one in recipe.inputs], recipe.inputs[1].alias]

operations = [
    JoinOperation.join_dataset(right, JoinType.LEFT, left_keys=["store"], right_keys=["store"], right_prefix="r_"),
    FilterOperation(
        conditions=[FilterCondition(column="amount", function=FilterOperationFunctions.GREATER_THAN, function_arguments=[1])]
    ),
    ComputeNewOperation(expression="`amount` * 2", new_feature_name="double"),
    FindAndReplaceOperation(column="returned", find="yes", replace_with="1"),
    RenameColumnsOperation({"select": "from"}),
    DropColumnsOperation(columns=["r_store"]),
    DedupeRowsOperation(),
]
recipe.update(operations=operations)
seen["operations"] = [operation.directive for operation in recipe.operations]

preview = recipe.get_preview()
seen["preview"] = {
    "columns": preview.columns,
    "stored": preview.stored_count,
    "first": preview.data[0],
    "shape": list(preview.df.shape),
    "types": [column["data_type"] for column in preview.result_schema],
}
seen["plain"] = recipe.retrieve_preview(number_of_operations_to_use=1)["columns"]
insights = recipe.retrieve_insights()
seen["insights"] = [insights["status"], [one["name"] for one in insights["data"]]]
seen["sql"] = recipe.get_sql()
seen["otherSql"] = dr.Recipe.generate_sql_for_operations(recipe.id, [DropColumnsOperation(columns=["day"])])

seen["sampled"] = {}
for sampling in (
    RandomSamplingOperation(rows=20, seed=7),
    LimitSamplingOperation(rows=5),
    DatetimeSamplingOperation("day", rows=9, strategy="latest"),
    TableSampleSamplingOperation(percent=50, seed=3),
):
    other = dr.Recipe.from_dataset(use_case, dataset, dialect=DataWranglingDialect.SPARK, sampling=sampling)
    seen["sampled"][sampling.directive] = other.get_preview().stored_count

aggregate = dr.Recipe.from_dataset(
    use_case, dataset, dialect=DataWranglingDialect.SNOWFLAKE, snapshot_policy=DataWranglingSnapshotPolicy.FIXED
)
aggregate.update(
    operations=[
        LagsOperation("amount", [1], "day", "store"),
        AggregationOperation(
            [AggregateFeature(feature="amount", functions=[AggregationFunctions.SUM, AggregationFunctions.COUNT])], ["store"]
        ),
    ]
)
seen["aggregated"] = sorted(aggregate.get_preview().data)

small = dr.Recipe.from_dataset(use_case, dataset, dialect=DataWranglingDialect.SPARK)
small.update(downsampling=RandomDownsamplingOperation(max_rows=50))
seen["downsampled"] = dr.Dataset.create_from_recipe(small, name="Fifty").row_count
smart = dr.Recipe.from_dataset(use_case, dataset, dialect=DataWranglingDialect.SPARK)
smart.update(settings=RecipeSettings(target="returned", weights_feature="weight"))
smart.update(downsampling=SmartDownsamplingOperation(max_rows=90))
seen["smart"] = dr.Dataset.create_from_recipe(smart).row_count
seen["settings"] = dr.Recipe.get(smart.id).settings.target

published = recipe.publish_to_dataset(name="Wrangled", do_snapshot=True)
seen["published"] = {
    "name": published.name,
    "rows": published.row_count,
    "features": [feature.name for feature in published.get_all_features()],
    "recipe": dr.Recipe.get(recipe.id).status,
}

clone = client.post("recipes/fromRecipe/", data={"recipe_id": recipe.id}).json()
seen["clone"] = [clone["status"], clone["recipeId"] != recipe.id]
references = client.get(f"useCases/{use_case.id}/resources/").json()["data"]
seen["inUseCase"] = sorted({one["entityType"].lower() for one in references})
seen["listed"] = sorted(
    one.name for one in dr.Recipe.list(search="sales of oslo", dialect=DataWranglingDialect.SPARK, order_by="-createdAt")
)
client.delete(f"recipes/{clone['recipeId']}/")
seen["afterwards"] = [one.name for one in dr.Recipe.list(search="sales of oslo")]

recipe_sql = dr.Recipe.from_dataset(use_case, right, dialect=DataWranglingDialect.SPARK, recipe_type=RecipeType.SQL)
recipe_sql.update(sql="SELECT `city` FROM `stores` WHERE `store` = 's1'")
seen["written"] = recipe_sql.get_preview().data
print(json.dumps(seen, default=str))
