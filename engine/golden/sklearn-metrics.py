"""Writes sklearn-metrics.json: values of scikit-learn's metrics on a small weighted sample.

Run with scikit-learn 1.6.1 and NumPy 2.x: python sklearn-metrics.py > sklearn-metrics.json
"""
import json
import numpy as np
import sklearn
from sklearn import metrics as m

rng = np.random.default_rng(20240531)
n = 40
y = np.round(rng.gamma(2.0, 3.0, n), 3) + 0.001
p = np.round(y * rng.lognormal(0, 0.4, n), 3) + 0.001
w = np.round(rng.uniform(0.2, 3, n), 2)
b = rng.integers(0, 2, n).astype(float)
q = np.clip(np.round(0.5 + (b - 0.5) * 0.3 + rng.normal(0, 0.25, n), 1), 0.02, 0.98)
c = rng.integers(0, 3, n).astype(float)
z = rng.normal(0, 1, (n, 3))
z[np.arange(n), c.astype(int)] += 1
k = np.exp(z) / np.exp(z).sum(1, keepdims=True)


def regression(weight):
    s = {"sample_weight": weight}
    return {
        "RMSE": m.root_mean_squared_error(y, p, **s),
        "MAE": m.mean_absolute_error(y, p, **s),
        "MAPE": 100 * m.mean_absolute_percentage_error(y, p, **s),
        "RMSLE": m.root_mean_squared_log_error(y, p, **s),
        "R Squared": m.r2_score(y, p, **s),
        "Poisson Deviance": m.mean_poisson_deviance(y, p, **s),
        "Gamma Deviance": m.mean_gamma_deviance(y, p, **s),
        "Tweedie Deviance": m.mean_tweedie_deviance(y, p, power=1.5, **s),
        "FVE Poisson": m.d2_tweedie_score(y, p, power=1, **s),
        "FVE Gamma": m.d2_tweedie_score(y, p, power=2, **s),
        "FVE Tweedie": m.d2_tweedie_score(y, p, power=1.5, **s),
        "Pinball 0.9": m.mean_pinball_loss(y, p, alpha=0.9, **s),
    }


def binary(weight):
    s = {"sample_weight": weight}
    d = (q >= 0.5).astype(float)
    fpr, tpr, _ = m.roc_curve(b, q, drop_intermediate=False, **s)
    area = m.roc_auc_score(b, q, **s)
    return {
        "LogLoss": m.log_loss(b, q, **s),
        "FVE Binomial": m.d2_log_loss_score(b, q, **s),
        "AUC": area,
        "Gini Norm": 2 * area - 1,
        "Area Under PR Curve": m.average_precision_score(b, q, **s),
        "Kolmogorov-Smirnov": float(np.max(np.abs(tpr - fpr))),
        "Brier": m.brier_score_loss(b, q, **s),
        "Accuracy": m.accuracy_score(b, d, **s),
        "Balanced Accuracy": m.balanced_accuracy_score(b, d, **s),
        "F1": m.f1_score(b, d, **s),
        "MCC": m.matthews_corrcoef(b, d, **s),
        "TPR": m.recall_score(b, d, **s),
        "TNR": m.recall_score(1 - b, 1 - d, **s),
        "PPV": m.precision_score(b, d, **s),
        "NPV": m.precision_score(1 - b, 1 - d, **s),
    }


def multiclass(weight):
    s = {"sample_weight": weight}
    d = k.argmax(1)
    return {
        "LogLoss": m.log_loss(c, k, **s),
        "FVE Multinomial": m.d2_log_loss_score(c, k, **s),
        "Accuracy": m.accuracy_score(c, d, **s),
        "Balanced Accuracy": m.balanced_accuracy_score(c, d, **s),
        "F1": m.f1_score(c, d, average="macro", **s),
        "MCC": m.matthews_corrcoef(c, d, **s),
    }


def case(task, actual, predicted, of, extra=None):
    return {
        "task": task, "actual": actual.tolist(), "predicted": predicted.ravel().tolist(), **(extra or {}),
        "plain": {a: float(v) for a, v in of(None).items()}, "weighted": {a: float(v) for a, v in of(w).items()},
    }


print(json.dumps({
    "program": f"scikit-learn {sklearn.__version__}",
    "weight": w.tolist(),
    "cases": [
        case("regression", y, p, regression),
        case("binary", b, q, binary),
        case("multiclass", c, k, multiclass, {"classes": 3}),
    ],
}))
