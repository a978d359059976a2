import { beforeAll, describe, expect, inject, test } from 'vitest';
import { servedHousing } from '../deployments/served.ts';
import { housingCsv } from '../projects/housing.ts';
import { call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { aPerson, type Person } from '../support/people.ts';
import { hasPython, PYTHON_VERSIONS, pythonClient } from './python-client.ts';

const PATIENCE_MS = 300_000;
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python)('exports and deletions of monitoring data, official Python client', () => {
  let owner: Person;
  let modelId: string;
  beforeAll(async () => {
    owner = await aPerson();
    modelId = (await servedHousing({ key: owner.token })).modelId;
  }, PATIENCE_MS);

  test.concurrent.each(Object.entries(PYTHON_VERSIONS))(
    'predictions, actuals, training data, %s',
    async (name, packages) => {
      const client = await pythonClient(`python-${name}`, packages);
      const options = { key: owner.token };
      const json = { modelId, label: `Exported ${name}` };
      const begun = await call('POST', '/api/v2/deployments/fromLeaderboard/', { ...options, json });
      const { path = '' } = await follow(begun, options);
      const env = {
        ENDPOINT: `${inject('target').url}/api/v2`,
        TOKEN: owner.token,
        DEPLOYMENT_ID: path.split('/').at(-2) ?? '',
        ROWS: housingCsv(60),
      };
      expect(await client.scenario('data_exports', env)).toEqual({
        notKept: 422,
        predictions: ['SUCCEEDED', true, null, null, true, true, true, true],
        listed: [true, 0],
        unpaged: 1,
        got: true,
        refused: [422, 422, 'failed', 404, 404],
        actuals: ['SUCCEEDED', ['nobody', 'row 0'], ['row 0'], true],
        actualsListed: [2, true],
        training: [true, true, true, true],
        kept: 60,
        deleted: [0, 'failed'],
      });
    },
    PATIENCE_MS,
  );

  test(
    'datarobot-model-metrics computes from the exports the same log loss as the deployment tells',
    async () => {
      const packages = [...PYTHON_VERSIONS.newest, 'datarobot-model-metrics==0.6.18'];
      const client = await pythonClient('python-model-metrics', packages);
      const options = { key: owner.token };
      const json = { modelId, label: 'Judged from outside' };
      const begun = await call('POST', '/api/v2/deployments/fromLeaderboard/', { ...options, json });
      const { path = '' } = await follow(begun, options);
      const env = {
        ENDPOINT: `${inject('target').url}/api/v2`,
        TOKEN: owner.token,
        DEPLOYMENT_ID: path.split('/').at(-2) ?? '',
        ROWS: housingCsv(60),
      };
      expect(await client.scenario('model_metrics', env)).toEqual({
        labels: ['DR_RESERVED_PREDICTION_VALUE_no', 'DR_RESERVED_PREDICTION_VALUE_yes'],
        sums: true,
        rows: 60,
        samples: 60,
        computed: true,
        told: true,
      });
    },
    PATIENCE_MS,
  );
});
