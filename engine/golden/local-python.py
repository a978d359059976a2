"""Writes local-python.json: reference numbers for the local forecasters from statsforecast and statsmodels.

Run from this folder with both installed: python local-python.py
"""
import json
import warnings

import numpy as np
import statsforecast
import statsmodels
from statsforecast.models import ADIDA, TSB, CrostonClassic, CrostonSBA, DynamicOptimizedTheta, OptimizedTheta, Theta
from statsmodels.tsa.seasonal import STL
from statsmodels.tsa.stattools import kpss

warnings.filterwarnings("ignore")
with open("local-r.json") as file:
    SERIES = {name: np.array(values, float) for name, values in json.load(file)["series"].items()}
SERIES["parts"] = np.array([0, 0, 3, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 5, 0, 0, 1, 0, 0, 2, 0, 0, 0, 4, 0, 0], float)


def mean(model, name, horizon):
    return model.forecast(SERIES[name], horizon)["mean"].tolist()


def theta(kind, name, period):
    return {"series": name, "period": period, "mean": mean(kind(season_length=period), name, 12)}


def stl(name, period):
    fit = STL(SERIES[name], period=period, seasonal=11, robust=False).fit(inner_iter=2, outer_iter=0)
    return {"series": name, "period": period, "season": fit.seasonal.tolist()[:24], "trend": fit.trend.tolist()[:24]}


def kpss_statistic(name):
    y = SERIES[name]
    return kpss(y, regression="c", nlags=int(3 * np.sqrt(len(y)) / 13))[0]


with open("local-python.json", "w") as file:
    json.dump(
        {
            "program": f"statsforecast {statsforecast.__version__}; statsmodels {statsmodels.__version__}",
            # Shares of the value. The optimised forms differ on purpose: ours hold theta close to 2 on short series.
            "tolerance": {"theta": 2e-3, "optimisedTheta": 2e-2, "intermittent": 1e-8, "adida": 1e-3, "stl": 1e-6},
            "parts": SERIES["parts"].tolist(),
            "theta": [theta(Theta, "air", 12), theta(Theta, "nile", 1), theta(Theta, "deaths", 12)],
            "optimisedTheta": [theta(OptimizedTheta, "air", 12), theta(OptimizedTheta, "nile", 1)],
            "dynamicOptimisedTheta": [theta(DynamicOptimizedTheta, "air", 12), theta(DynamicOptimizedTheta, "nile", 1)],
            "croston": mean(CrostonClassic(), "parts", 1)[0],
            "crostonSba": mean(CrostonSBA(), "parts", 1)[0],
            "tsb": mean(TSB(alpha_d=0.2, alpha_p=0.3), "parts", 1)[0],
            "adida": mean(ADIDA(), "parts", 1)[0],
            "stl": [stl("air", 12), stl("deaths", 12)],
            "kpss": {name: kpss_statistic(name) for name in ("air", "nile", "lynx10", "deaths")},
        },
        file,
    )
