"""Runs one statsforecast model over many series in a pool of processes and prints forecasts and seconds as JSON.

usage: local-peer.py <series.json> <model> <processes> <repeats>
series.json: {"horizon": h, "period": m, "series": [[...], ...]}
The pool is started and every process is warmed up on two short series before the clock starts.
"""
import json
import os
import sys
import time
import warnings
from multiprocessing import Pool

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"
warnings.filterwarnings("ignore")

import numpy as np
import statsforecast
from statsforecast.models import AutoARIMA, AutoETS, DynamicOptimizedTheta

MODELS = {"AutoETS": AutoETS, "DOT": DynamicOptimizedTheta, "AutoARIMA": AutoARIMA}
with open(sys.argv[1]) as file:
    PROBLEM = json.load(file)
SERIES = [np.array(y, dtype=np.float64) for y in PROBLEM["series"]]


def answer(y):
    warnings.filterwarnings("ignore")
    model = MODELS[sys.argv[2]](season_length=PROBLEM["period"])
    return model.forecast(y, PROBLEM["horizon"])["mean"].tolist()


def forecast(index):
    return answer(SERIES[index])


def warm(_):
    """Loads and compiles everything; a few seasons are enough for that."""
    return [answer(y[-4 * PROBLEM["period"]:]) for y in SERIES[:2]]


if __name__ == "__main__":
    processes, repeats = int(sys.argv[3]), int(sys.argv[4])
    with Pool(processes) as pool:
        pool.map(warm, range(processes * 2), chunksize=1)
        seconds, means = [], []
        for _ in range(repeats):
            start = time.perf_counter()
            means = pool.map(forecast, range(len(SERIES)), chunksize=4 if len(SERIES) > 64 else 1)
            seconds.append(time.perf_counter() - start)
    print(json.dumps({"version": statsforecast.__version__, "seconds": seconds, "means": means}))
