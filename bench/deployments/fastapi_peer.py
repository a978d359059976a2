"""The peer: FastAPI with LightGBM, as small as it gets. uvicorn fastapi_peer:app --workers 2"""
import os

import lightgbm
import numpy
from fastapi import FastAPI, Request

booster = lightgbm.Booster(model_file=os.environ["BENCH_MODEL"], params={"num_threads": 1})
names = booster.feature_name()
app = FastAPI()


@app.post("/predict")
async def predict(request: Request):
    rows = await request.json()
    x = numpy.array([[row[name] for name in names] for row in rows])
    answers = booster.predict(x, num_threads=1)
    return {"data": [{"rowId": i, "prediction": float(value)} for i, value in enumerate(answers)]}
