"""The peer of the batch job: DuckDB reads the file, LightGBM predicts. One JSON line for each thing measured."""
import json
import os
import resource
import sys
import time

import duckdb
import lightgbm as lgb
import numpy as np

mode, csv, model_file = sys.argv[1:4]
THREADS = int(sys.argv[4])

if mode == "train":
    table = duckdb.sql(f"SELECT * FROM read_csv('{csv}')").fetchnumpy()
    names = [name for name in table if name != "y"]
    x = np.column_stack([np.asarray(table[name], dtype=np.float64) for name in names])
    booster = lgb.train(
        {"objective": "regression", "num_leaves": 31, "learning_rate": 0.1, "verbose": -1, "num_threads": THREADS},
        lgb.Dataset(x, np.asarray(table["y"], dtype=np.float64)),
        num_boost_round=int(sys.argv[5]),
    )
    booster.save_model(model_file)
    print(json.dumps({"trees": booster.num_trees()}))
else:
    booster = lgb.Booster(model_file=model_file)
    connection = duckdb.connect(config={"threads": THREADS})
    # Off the clock, as on our side: what the columns are, and a first small read and prediction.
    few = connection.sql(f"SELECT * FROM read_csv('{csv}') LIMIT 1000").fetchnumpy()
    types = ", ".join(f"'{name}': 'DOUBLE'" for name in few)
    booster.predict(np.column_stack([np.asarray(few[name], dtype=np.float64) for name in few]), num_threads=THREADS)
    started = time.perf_counter()
    table = connection.sql(f"SELECT * FROM read_csv('{csv}', header = true, columns = {{{types}}})").fetchnumpy()
    x = np.column_stack([np.asarray(table[name], dtype=np.float64) for name in table])
    del table
    read = time.perf_counter() - started
    answers = booster.predict(x, num_threads=THREADS)
    whole = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"read": read, "seconds": whole, "rows": len(answers), "mb": peak, "sum": float(answers.sum())}))
