import { beforeAll, describe, expect, inject, test } from 'vitest';
import { servedHouses } from '../deployments/served.ts';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

let env: Record<string, string>;
beforeAll(async () => {
  if (!python) return;
  const { token: key } = await aPerson();
  const { modelId } = await servedHouses({ key });
  env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: key, MODEL_ID: modelId };
}, 240_000);

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'monitoring, official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    }, 240_000);
    const old = name === 'version-2';

    test('statistics, drift and accuracy before the first prediction, and with predictions and actuals', async () => {
      const features = ['age', 'price', 'size', 'town'].map((feature) => [feature, null]);
      expect(await client.scenario('monitoring', env)).toEqual({
        stats: [0, null, 0],
        statsOverTime: [0],
        target: ['sold', null, 0],
        features,
        accuracy: [null, true, null],
        accuracyOverTime: ['LogLoss', 7, [null]],
        results: [],
        early: 422,
        ...(old
          ? {}
          : {
              predictions: [1, true],
              versus: [{ row_count_total: 0, row_count_with_actual: 0 }, null, 1],
              versusNow: [{ row_count_total: 60, row_count_with_actual: 55 }, true],
              predictionsNow: 60,
            }),
        wrong: [422, 422, 422],
        accuracyNow: [0.909091, true],
        accuracyOverTimeNow: [0.909091],
        result: [true, true],
        missing: 5,
        file: 60,
        statsNow: 60,
        targetNow: 60,
      });
    }, 240_000);
  },
);
