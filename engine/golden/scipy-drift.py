"""Writes scipy-drift.json: Jensen-Shannon and Kolmogorov-Smirnov of SciPy on small samples.

Run with SciPy 1.x: python scipy-drift.py > scipy-drift.json
"""
import json
import numpy as np
import scipy
from scipy.spatial.distance import jensenshannon
from scipy.stats import ks_2samp

rng = np.random.default_rng(3)
cases = []
for shift, scale in ((0, 1), (0.5, 1), (2, 0.5)):
    a = np.round(rng.normal(0, 1, 60), 3)
    b = np.round(rng.normal(shift, scale, 80), 3)
    edges = [-1, -0.5, 0, 0.5, 1]
    bins = [-np.inf, *edges, np.inf]
    p, q = np.histogram(a, bins)[0], np.histogram(b, bins)[0]
    cases.append({
        "reference": a.tolist(), "recent": b.tolist(), "edges": edges,
        "jensenShannon": float(jensenshannon(p, q, base=2) ** 2),
        "kolmogorovSmirnov": float(ks_2samp(a, b).statistic),
    })
print(json.dumps({"program": f"SciPy {scipy.__version__}", "cases": cases}))
