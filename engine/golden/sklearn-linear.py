"""Writes sklearn-linear.json: coefficients of scikit-learn's linear models and answers of its nearest neighbours.

Run with scikit-learn 1.6.1 and NumPy 2.x: python sklearn-linear.py > sklearn-linear.json
Strengths are translated to "mean loss + strength x penalty", the objective used here.
"""
import json
import numpy as np
import sklearn
from sklearn import linear_model as lm
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

rng = np.random.default_rng(7)
n = 60
x = np.round(rng.normal(0, 1, (n, 4)), 3)
x[:, 1] = np.round(0.7 * x[:, 0] + 0.3 * x[:, 1], 3)
w = np.round(rng.uniform(0.5, 2, n), 2)
score = x @ np.array([1.0, -0.5, 0.0, 0.3])
y = np.round(2 + score + rng.normal(0, 0.3, n), 3)
counts = rng.poisson(np.exp(0.4 + 0.5 * score)).astype(float)
sizes = np.round(rng.gamma(2, np.exp(0.5 * score) / 2) + 0.01, 3)
binary = (score + rng.logistic(0, 1, n) > 0).astype(float)
classes = np.argmax(np.stack([score, x[:, 2], -score], 1) + rng.gumbel(0, 1, (n, 3)), 1).astype(float)
near = (x - x[:50].mean(0)) / x[:50].std(0)
tight = {"tol": 1e-12, "max_iter": 200000}


def linear(name, params, target, model):
    cases = {}
    for kind, weight in (("plain", None), ("weighted", w)):
        m = model(n if weight is None else weight.sum()).fit(x, target, sample_weight=weight)
        cases[kind] = {"intercept": np.ravel(m.intercept_).tolist(), "coefficients": np.atleast_2d(m.coef_).tolist()}
        if hasattr(m, "predict_proba"):
            cases[kind]["chances"] = m.predict_proba(x[:5]).tolist()
    return {"name": name, "params": params, "y": target.tolist(), **cases}


print(json.dumps({
    "program": f"scikit-learn {sklearn.__version__}",
    "x": x.tolist(),
    "weight": w.tolist(),
    "linear": [
        linear("elastic-net", {"strength": 0.05, "mix": 0.6}, y, lambda s: lm.ElasticNet(alpha=0.05, l1_ratio=0.6, **tight)),
        linear("elastic-net", {"strength": 0.2, "mix": 1}, y, lambda s: lm.Lasso(alpha=0.2, **tight)),
        linear("ridge", {"strength": 0.1}, y, lambda s: lm.Ridge(alpha=0.1 * s, tol=1e-12)),
        linear("logistic", {"strength": 0.02, "mix": 0}, binary, lambda s: lm.LogisticRegression(C=1 / (0.02 * s), tol=1e-10, max_iter=10000)),
        linear("logistic", {"strength": 0.03, "mix": 0}, classes, lambda s: lm.LogisticRegression(C=1 / (0.03 * s), tol=1e-10, max_iter=10000)),
        linear("glm", {"family": "poisson", "strength": 0.05, "mix": 0}, counts, lambda s: lm.PoissonRegressor(alpha=0.05, tol=1e-10, max_iter=10000)),
        linear("glm", {"family": "gamma", "strength": 0.05, "mix": 0}, sizes, lambda s: lm.GammaRegressor(alpha=0.05, tol=1e-10, max_iter=10000)),
        linear("glm", {"family": "tweedie", "power": 1.5, "strength": 0.05, "mix": 0}, counts, lambda s: lm.TweedieRegressor(power=1.5, link="log", alpha=0.05, tol=1e-10, max_iter=10000)),
    ],
    "neighbours": {
        "k": 5,
        "trained": 50,
        "regression": KNeighborsRegressor(5).fit(near[:50], y[:50]).predict(near[50:]).tolist(),
        "y": y.tolist(),
        "classes": classes.tolist(),
        "multiclass": KNeighborsClassifier(5).fit(near[:50], classes[:50]).predict_proba(near[50:]).ravel().tolist(),
    },
}))
