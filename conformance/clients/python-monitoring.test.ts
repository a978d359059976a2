import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { servedHouses } from '../deployments/served.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

/** Clients up to 3.4 demand fields of accuracyOverTime that version 2.35 of the API removed. */
const OLD = ['version-2', 'oldest'];

let older: Installation | undefined;
let env: { readonly newest: Record<string, string>; readonly older: Record<string, string> };
beforeAll(async () => {
  if (!python) return;
  older = await startInstallation({ ALMANAC_API_VERSION: '2.34' });
  const [newest, before] = await Promise.all([
    modelOn({ url: inject('target').url }),
    modelOn({ url: older.url, key: older.adminKey }),
  ]);
  env = { newest, older: before };
}, 240_000);
afterAll(() => older?.stop());

async function modelOn(at: { readonly url: string; readonly key?: string }): Promise<Record<string, string>> {
  const { token: key } = await aPerson({}, at);
  const { modelId } = await servedHouses({ url: at.url, key });
  return { ENDPOINT: `${at.url}/api/v2`, TOKEN: key, MODEL_ID: modelId };
}

const RUNS = Object.entries(VERSIONS).flatMap(([name, packages]) => [
  ...(OLD.includes(name) ? [] : [{ name, packages, on: 'newest' } as const]),
  { name, packages, on: 'older' } as const,
]);

describe.skipIf(!python).concurrent.each(RUNS)(
  'monitoring, official Python client, $name, on the $on version of the API',
  ({ name, packages, on }) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    }, 240_000);
    const old = name === 'version-2';

    test('statistics, drift and accuracy before the first prediction, and with predictions and actuals', async () => {
      const features = ['age', 'price', 'size', 'town'].map((feature) => [feature, null]);
      expect(await client.scenario('monitoring', env[on])).toEqual({
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
