import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedHousing } from '../deployments/served.ts';
import { bothVersions, runsOf } from './both-versions.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

let both: Awaited<ReturnType<typeof bothVersions>> | undefined;
beforeAll(async () => {
  if (python) both = await bothVersions(servedHousing);
}, 240_000);
afterAll(() => both?.stop());

describe.skipIf(!python).concurrent.each(runsOf(VERSIONS))(
  'monitoring, official Python client, $name, API $version',
  ({ name, packages, version }) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    }, 240_000);
    const old = name === 'version-2';

    test('statistics, drift and accuracy before the first prediction, and with predictions and actuals', async () => {
      const features = ['age', 'price', 'size', 'town'].map((feature) => [feature, null]);
      expect(await client.scenario('monitoring', both?.env[version] ?? {})).toEqual({
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
