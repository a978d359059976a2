# Evidently's report of data drift over the same rows: what it takes from the file to the scores.
import json
import sys
import time

import pandas as pd
from evidently import Dataset, DataDefinition, Report
from evidently.presets import DataDriftPreset
import evidently

path, reference_rows = sys.argv[1], int(sys.argv[2])
started, processor = time.perf_counter(), time.process_time()
current = pd.read_csv(path)
read = time.perf_counter() - started
reference = current.head(reference_rows)
names = list(current.columns)
numbers = [name for name in names if name.startswith("n")]
definition = DataDefinition(numerical_columns=numbers, categorical_columns=[n for n in names if n not in numbers])
report = Report([DataDriftPreset(num_method="psi", cat_method="psi")])
result = report.run(
    Dataset.from_pandas(current, data_definition=definition),
    Dataset.from_pandas(reference, data_definition=definition),
)
result.dict()
spent = time.process_time() - processor
print(json.dumps({"version": evidently.__version__, "seconds": time.perf_counter() - started, "read": read, "processor": spent}))
