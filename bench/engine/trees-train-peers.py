"""Trains LightGBM or XGBoost on the shared files; prints one JSON line per run. Usage: peer set rows test features threads x y"""
import json, sys, time
import numpy as np

peer, name, rows, test, features, threads, xf, yf = sys.argv[1:9]
rows, test, features, threads = int(rows), int(test), int(features), int(threads)
x = np.fromfile(xf, dtype=np.float32).reshape(rows + test, features)
y = np.fromfile(yf, dtype=np.float32)
xt, yt, xs, ys = x[:rows], y[:rows], x[rows:], y[rows:]
if peer == "lightgbm":
    import lightgbm as lgb
    def fit(xt, yt):
        data = lgb.Dataset(xt, yt, params={"max_bin": 255, "num_threads": threads, "verbose": -1})
        return lgb.train({"objective": "regression", "num_leaves": 31, "learning_rate": 0.1, "lambda_l2": 1.0,
                          "max_bin": 255, "num_threads": threads, "verbose": -1}, data, 100)
    predict = lambda model: model.predict(xs)
else:
    import xgboost as xgb
    def fit(xt, yt):
        data = xgb.QuantileDMatrix(xt, yt, max_bin=255, nthread=threads)
        return xgb.train({"objective": "reg:squarederror", "tree_method": "hist", "grow_policy": "lossguide",
                          "max_leaves": 31, "max_depth": 0, "eta": 0.1, "lambda": 1.0, "max_bin": 255,
                          "nthread": threads, "verbosity": 0}, data, 100)
    predict = lambda model: model.predict(xgb.DMatrix(xs, nthread=threads))
# Off the clock, as on our side: a small fit loads the library and starts its threads.
fit(xt[:10_000], yt[:10_000])
for run in range(int(sys.argv[9]) if len(sys.argv) > 9 else 3):
    start, used = time.perf_counter(), time.process_time()
    model = fit(xt, yt)
    seconds, cpu = time.perf_counter() - start, time.process_time() - used
    rmse = float(np.sqrt(np.mean((predict(model) - ys) ** 2)))
    print(json.dumps({"engine": peer, "set": name, "threads": threads, "seconds": seconds, "cpu": cpu, "rmse": rmse}), flush=True)
