"""Learns the peer's model on the rows that were written for it."""
import sys

import lightgbm
import numpy

folder, features, trees, path = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
x = numpy.fromfile(f"{folder}/train.f64").reshape(-1, features)
y = numpy.fromfile(f"{folder}/train-y.f64")
names = [f"f{i:02d}" for i in range(features)]
data = lightgbm.Dataset(x, y, feature_name=names)
settings = {"objective": "regression", "num_leaves": 31, "learning_rate": 0.05, "verbose": -1}
lightgbm.train(settings, data, trees).save_model(path)
