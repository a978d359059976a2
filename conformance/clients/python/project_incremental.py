"""Learning chunk by chunk with the official client: chunk definitions, only-mode, data stages, partitionings by id."""
import json
import os
import warnings

import datarobot as dr
import pandas as pd
from datarobot.enums import AUTOPILOT_MODE
from datarobot.errors import ClientError
from datarobot.helpers.partitioning_methods import DatetimePartitioningId
from datarobot.models.chunking_service_v2 import ChunkDefinition, DatasetDefinition
from datarobot.models.dataset import DataStage, Dataset

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
seen = {}


def rows(start, count):
    def row(i):
        size, age = (i * 37) % 101, (i * 17) % 41
        day = pd.Timestamp("2024-01-01") + pd.Timedelta(days=i)
        return {"day": day.strftime("%Y-%m-%d"), "size": size, "age": age, "town": f"town {i % 5}",
                "price": 3 * size - age + 7 * (i % 5) + ((i * 7919) % 13)}

    return pd.DataFrame([row(i) for i in range(start, start + count)])


dataset = Dataset.create_from_in_memory_data(data_frame=rows(1000, 300), fname="more.csv")
definition = DatasetDefinition.create(dataset.id, name="More")
definition.analyze(definition.id)
definition = DatasetDefinition.get(definition.id)
seen["definition"] = [definition.name, definition.dataset_info.total_rows, definition.dataset_info.version]
seen["definitions"] = [len(DatasetDefinition.list()), len(DatasetDefinition.list_versions(definition.id))]
chunks = ChunkDefinition.create(definition.id, name="By size", order_by_columns=["size"])
chunks = ChunkDefinition.update(chunks.id, definition.id, is_descending_order=True)
ChunkDefinition.analyze(definition.id, chunks.id)
chunks = ChunkDefinition.get(definition.id, chunks.id)
stats = chunks.chunk_definition_stats
seen["chunks"] = [chunks.name, chunks.rows_chunk_definition.is_descending_order, stats.total_number_of_chunks]
seen["listed"] = len(ChunkDefinition.list(definition.id))

project = dr.Project.create(rows(0, 300), project_name="Prices")
options = dr.AdvancedOptions(
    incremental_learning_only_mode=True,
    chunk_definition_id=chunks.id,
    incremental_learning_early_stopping_rounds=2,
)
project.set_options(options)
project.analyze_and_model("price", mode=AUTOPILOT_MODE.QUICK, worker_count=-1)
project.wait_for_autopilot(check_interval=2, timeout=900, verbosity=0)
models = project.get_models()
seen["types"] = sorted({model.model_type for model in models})
seen["blueprints"] = all(one.supports_incremental_learning for one in project.get_blueprints())
plain = next(model for model in models if model.model_type == "Light Gradient Boosted Trees Regressor")


def made(job):
    return job.get_result_when_complete(max_wait=600)


stage = DataStage.create_datastage_from_source("new.csv", rows(2000, 80))
staged = made(plain.train_incremental(stage.id, training_data_name="Newest", data_stage_delimiter=","))
seen["staged"] = [staged.model_type, staged.training_row_count - plain.training_row_count]
sampled = made(plain.start_incremental_learning_from_sample(first_iteration_only=True, chunk_definition_id=chunks.id))
seen["sampled"] = sampled.training_row_count - plain.training_row_count
try:
    sampled.continue_incremental_learning_from_incremental_model(chunks.id)
except ClientError as error:
    seen["over"] = [error.status_code, "all 1 chunks" in str(error)]
prediction = staged.request_predictions(project.upload_dataset(rows(3000, 5)).id).get_result_when_complete(max_wait=600)
seen["predicted"] = len(prediction)
try:
    ChunkDefinition.delete(definition.id, chunks.id)
except ClientError as error:
    seen["kept"] = error.status_code



def sales(start, count):
    def row(store, i):
        day = pd.Timestamp("2024-01-01") + pd.Timedelta(days=i)
        level = 100 * (store + 1) * (1 + (0.3 if i % 7 < 2 else 0)) + (i * 7919 + store) % 11
        return {"day": day.strftime("%Y-%m-%d"), "region": "north", "store": f"store {store}", "sales": level}

    return pd.DataFrame([row(store, i) for i in range(start, start + count) for store in range(3)])


later = Dataset.create_from_in_memory_data(data_frame=sales(0, 150), fname="later.csv")
definition = DatasetDefinition.create(later.id, name="Later")
definition.analyze(definition.id)
by_time = ChunkDefinition.create(definition.id, partition_method="date", datetime_partition_column="day")
ChunkDefinition.analyze(definition.id, by_time.id)
series = dr.Project.create(sales(0, 120), project_name="Sales")
series.set_options(dr.AdvancedOptions(incremental_learning_only_mode=True, chunk_definition_id=by_time.id))
spec = dr.DatetimePartitioningSpecification(
    "day", use_time_series=True, multiseries_id_columns=["region", "store"], number_of_backtests=1,
    feature_derivation_window_start=-14, feature_derivation_window_end=0, forecast_window_start=1, forecast_window_end=3,
)
series.analyze_and_model("sales", mode=AUTOPILOT_MODE.QUICK, partitioning_method=spec, worker_count=-1)
series.wait_for_autopilot(check_interval=2, timeout=900, verbosity=0)
learned = [model for model in series.get_datetime_models() if model.model_type.endswith(", continued")]
seen["series"] = [len(learned) > 1, dr.Project.get(series.id).advanced_options.chunk_definition_id == by_time.id]
future = series.upload_dataset(sales(150, 3).assign(sales=None))
made = learned[0].request_predictions(future.id).get_result_when_complete(max_wait=600)
seen["forecast"] = [sorted(made["series_id"].unique()), str(made["timestamp"].min())[:10], bool((made["prediction"] > 50).all())]

dated = dr.Project.create(rows(0, 300), project_name="Dated")
spec = dr.DatetimePartitioningSpecification("day", number_of_backtests=2, validation_duration="P20D")
found = dr.DatetimePartitioning.generate_optimized(dated.id, spec, "price")
again = dr.DatetimePartitioning.get_optimized(dated.id, found.datetime_partitioning_id)
seen["optimized"] = [again.number_of_backtests, again.backtests[0].validation_row_count, again.total_row_count]
asked = dr.DatetimePartitioning.get_input_data(dated.id, found.datetime_partitioning_id)
seen["asked"] = [asked.datetime_partition_column, asked.number_of_backtests]
log = dr.DatetimePartitioning.datetime_partitioning_log_list(dated.id, found.datetime_partitioning_id)
text = dr.DatetimePartitioning.datetime_partitioning_log_retrieve(dated.id, found.datetime_partitioning_id)
seen["log"] = [log["totalLogLines"] == len(text.strip().split("\n")), "Backtest 0" in text]
dated.analyze_and_model(
    "price", mode=AUTOPILOT_MODE.MANUAL,
    partitioning_method=DatetimePartitioningId(found.datetime_partitioning_id, dated.id),
)
final = dr.DatetimePartitioning.get(dated.id)
seen["same"] = final.backtests[0].validation_start_date == again.backtests[0].validation_start_date
print(json.dumps(seen, default=str))
