import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedShops } from '../deployments/served.ts';
import { bothVersions, runsOf } from './both-versions.ts';
import { hasPython, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

let both: Awaited<ReturnType<typeof bothVersions>> | undefined;
beforeAll(async () => {
  if (python) both = await bothVersions(servedShops);
}, 240_000);
afterAll(() => both?.stop());

describe.skipIf(!python).concurrent.each(runsOf(PYTHON_VERSIONS))(
  'settings of monitoring, official Python client, $name, API $version',
  ({ name, packages, version }) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    }, 240_000);

    test('forecast dates, actuals that are found in later requests, ids that are given, metrics that are chosen', async () => {
      expect(await client.scenario('monitoring_settings', both?.env[version] ?? {})).toEqual({
        byDate: false,
        wrongDate: 422,
        byDateNow: { enabled: true, column_name: 'date (actual)', datetime_format: '%Y-%m-%d' },
        alone: 422,
        ids: { column_names: ['store', 'date'], required_in_prediction_requests: true, auto_generate_id: false },
        overTime: [true, true, true, true],
        sampleSizes: [3, 3, 3, 3],
        drift: 12,
        contradiction: 422,
        given: [true, true],
        error: [5],
        ...(name === 'newest'
          ? {
              metrics: ['RMSE', 'MAE'],
              chosen: ['MAE', 'RMSE'],
              chosenNow: ['MAE', 'RMSE'],
              shown: ['MAE', 'RMSE'],
              wrongMetric: 422,
            }
          : {}),
      });
    }, 240_000);
  },
);
