"""Trains 100 x 31 leaves on the shared file, saves model and test rows; prints where the library lies. Usage: rows test features x y model rows-out"""
import json, os, sys
import lightgbm as lgb
import numpy as np

rows, test, features = map(int, sys.argv[1:4])
x = np.fromfile(sys.argv[4], dtype=np.float32).reshape(rows + test, features)
y = np.fromfile(sys.argv[5], dtype=np.float32)
params = {"objective": "regression", "num_leaves": 31, "learning_rate": 0.1, "lambda_l2": 1.0, "verbose": -1, "num_threads": 1}
lgb.train(params, lgb.Dataset(x[:rows], y[:rows]), 100).save_model(sys.argv[6])
x[rows:].tofile(sys.argv[7])
print(json.dumps({"folder": os.path.join(os.path.dirname(lgb.__file__), "lib")}))
