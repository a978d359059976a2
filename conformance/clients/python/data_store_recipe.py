"""Wrangle the tables of one's own PostgreSQL where they are: preview, SQL and a published dataset."""
import json
import os
import warnings

import datarobot as dr
from datarobot.enums import DataWranglingDataSourceTypes, DataWranglingDialect, FilterOperationFunctions
from datarobot.models.recipe import DataSourceInput
from datarobot.models.recipe_operation import FilterCondition, FilterOperation, LimitSamplingOperation

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
seen = {}

driver = dr.DataDriver.list()[0]
store = dr.DataStore.create(
    data_store_type="jdbc", canonical_name="Wrangled", driver_id=driver.id, jdbc_url=os.environ["JDBC_URL"]
)
credential = dr.Credential.create_basic(name="Wrangler", user=os.environ["DB_USER"], password=os.environ["DB_PASSWORD"])
store.test(credential_id=credential.credential_id, set_default_credential=True)

use_case = dr.UseCase.create(name="Wrangling")
recipe = dr.Recipe.from_data_store(
    use_case,
    store,
    data_source_type=DataWranglingDataSourceTypes.JDBC,
    dialect=DataWranglingDialect.POSTGRES,
    data_source_inputs=[
        DataSourceInput(canonical_name="orders of the shop", schema="shop", table="orders", sampling=LimitSamplingOperation(rows=10))
    ],
)
seen["made"] = [recipe.dialect, len(recipe.inputs)]
condition = FilterCondition(column="price", function=FilterOperationFunctions.GREATER_THAN, function_arguments=[1])
recipe.update(operations=[FilterOperation(conditions=[condition])])
preview = recipe.get_preview()
seen["preview"] = [preview.columns, preview.data]
seen["sql"] = recipe.get_sql()
published = recipe.publish_to_dataset(name="From the shop", do_snapshot=True)
seen["published"] = [published.name, published.row_count, sorted(one.name for one in published.get_all_features())]
print(json.dumps(seen, default=str))
