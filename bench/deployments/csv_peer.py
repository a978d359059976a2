"""The peer: pandas reads the file, LightGBM predicts; in one process, the best of several runs. Prints milliseconds."""
import io
import json
import sys
import time

import lightgbm
import pandas

model, file, runs, threads = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
booster = lightgbm.Booster(model_file=model)
with open(file, "rb") as opened:
    body = opened.read()
times = []
for run in range(runs + 2):
    start = time.perf_counter()
    table = pandas.read_csv(io.BytesIO(body))
    answers = booster.predict(table, num_threads=threads)
    if run >= 2:  # the first two are warm-up, as on our side
        times.append(1000 * (time.perf_counter() - start))
times.sort()
print(json.dumps({"best": times[0], "median": times[len(times) // 2], "mean": float(answers.mean())}))
