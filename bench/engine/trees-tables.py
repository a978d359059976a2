"""Test error of LightGBM by the folds of trees-tables.ts. Usage: file.csv target"""
import json, sys
import lightgbm as lgb
import numpy as np
import pandas as pd

table = pd.read_csv(sys.argv[1], na_values=["NA"]).drop(columns="rownames")
target = sys.argv[2]
regression = target == "price"
y = np.log(table[target]) if regression else (table[target] == "bad").astype(float)
x = table.drop(columns=target)
for name in x.columns:
    if not pd.api.types.is_numeric_dtype(x[name]):
        x[name] = x[name].astype("category")
params = {"objective": "regression" if regression else "binary", "learning_rate": 0.05, "num_leaves": 31, "verbose": -1}
total = 0.0
for fold in range(5):
    test = np.arange(len(x)) % 5 == fold
    model = lgb.train(params, lgb.Dataset(x[~test], y[~test]), 200)
    answer = model.predict(x[test])
    actual = y[test].to_numpy()
    total += float(np.sum((answer - actual) ** 2 if regression else -np.log(np.where(actual == 1, answer, 1 - answer))))
print(json.dumps({"error": float(np.sqrt(total / len(x))) if regression else total / len(x)}))
