"""Writes shap-values.json: Shapley values of small models by the `shap` package.

Run with shap 0.51.0, scikit-learn and NumPy 2.x: python shap-values.py > shap-values.json
Trees: TreeExplainer, tree_path_dependent (what is not known is averaged over the branches by training rows).
Linear: LinearExplainer with an independent background, whose means stand for what is not known.
"""
import json

import numpy as np
import shap
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeRegressor

rng = np.random.default_rng(11)
# Quarters, so that thresholds between them are the same in single precision.
x = rng.integers(-8, 9, (80, 4)) / 4
y = np.round(x[:, 0] * (x[:, 1] > 0) + 2 * np.sin(x[:, 2]) + rng.normal(0, 0.1, 80), 3)


def tree(depth):
    model = DecisionTreeRegressor(max_depth=depth, random_state=0).fit(x, y)
    explainer = shap.TreeExplainer(model, feature_perturbation="tree_path_dependent")
    t = model.tree_
    return {
        "left": t.children_left.tolist(),
        "right": t.children_right.tolist(),
        "feature": t.feature.tolist(),
        "cut": t.threshold.tolist(),
        "value": t.value[:, 0, 0].tolist(),
        "cover": t.weighted_n_node_samples.tolist(),
        "base": float(np.ravel(explainer.expected_value)[0]),
        "values": explainer.shap_values(x[:12]).tolist(),
    }


linear = LinearRegression().fit(x, y)
explainer = shap.LinearExplainer(linear, shap.maskers.Independent(x, max_samples=len(x)))
print(json.dumps({
    "program": f"shap {shap.__version__}",
    "x": x.tolist(),
    "y": y.tolist(),
    "trees": [tree(depth) for depth in (2, 4, 7)],
    "linear": {
        "intercept": float(linear.intercept_),
        "coefficients": linear.coef_.tolist(),
        "base": float(np.ravel(explainer.expected_value)[0]),
        "values": explainer.shap_values(x[:12]).tolist(),
    },
}))
