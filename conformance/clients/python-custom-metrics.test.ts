import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { servedHousing } from '../deployments/served.ts';
import { aPerson } from '../support/people.ts';
import { hasPython, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

let env: Record<string, string>;
beforeAll(async () => {
  if (!python) return;
  const { token: key } = await aPerson();
  const { deploymentId, modelId } = await servedHousing({ key });
  env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: key, DEPLOYMENT_ID: deploymentId, MODEL_ID: modelId };
}, 240_000);

describe.skipIf(!python).each(Object.entries(PYTHON_VERSIONS))(
  'custom metrics, official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    }, 240_000);

    test('made, changed, reported by hand, table and dataset, read by time and by batch, deleted', async () => {
      const mark = randomBytes(4).toString('hex');
      expect(await client.scenario('custom_metrics', { ...env, MARK: mark })).toEqual({
        made: ['USD', 'average', 'lowerIsBetter', [{ value: 2 }], 'at'],
        clash: 409,
        updated: [true, '', [{ value: 4 }]],
        unset: [],
        listed: 1,
        empty: [null, null, 4],
        summary: [76 / 9, 9, Number((100 * ((76 / 9 - 4) / 4)).toFixed(6))],
        overTime: [
          [2, 4],
          [15, 4],
          [8, 1],
        ],
        frame: ['start', 'end', 'value', 'sample_size'],
        wrong: [422, 422, 404],
        dataset: [4.5, 16],
        overBatch: [
          [3, 1],
          [6, 2],
        ],
        batchSummary: 5,
        oneBatch: 3,
        allBatches: 5,
        noBatch: 404,
        fairness: ['town', 0.8, true, true, 'proportionalParity', null, 3],
        gone: 404,
      });
    }, 240_000);
  },
);
