import { beforeAll, describe, expect, inject, test } from 'vitest';
import { futureOfShops, servedHousing, servedShops } from '../deployments/served.ts';
import { aPerson, type Person } from '../support/people.ts';
import { hasPython, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const python = await hasPython();
if (!python) console.warn('SKIPPED: datarobot-predict needs python3 with venv (Debian: python3-venv).');

const HOUSING = 'size,age,town,price\n90,3,Oslo,267\n10,30,Rome,2\n';

/** The library people predict with from notebooks. */
describe.skipIf(!python)('datarobot-predict', () => {
  let client: PythonClient;
  let owner: Person;
  beforeAll(async () => {
    client = await pythonClient('python-predict', ['datarobot-predict==1.13.5', ...PYTHON_VERSIONS.newest, 'pytz']);
    owner = await aPerson();
  }, 240_000);

  const scenario = (deploymentId: string, rows: string, series = false) =>
    client.scenario('predict', {
      ENDPOINT: `${inject('target').url}/api/v2`,
      TOKEN: owner.token,
      DEPLOYMENT_ID: deploymentId,
      ROWS: rows,
      SERIES: String(series),
    });

  const told = { rows: 2, timed: true, unstructured: true };

  test('two classes', { timeout: 240_000 }, async () => {
    const { deploymentId } = await servedHousing({ key: owner.token });
    expect(await scenario(deploymentId, HOUSING)).toEqual({
      ...told,
      columns: [
        'sold_yes_PREDICTION',
        'sold_no_PREDICTION',
        'sold_PREDICTION',
        'THRESHOLD',
        'POSITIVE_CLASS',
        'DEPLOYMENT_APPROVAL_STATUS',
      ],
      passed: ['size', 'age', 'town', 'price'],
      explained: ['EXPLANATION_1_FEATURE_NAME', 'EXPLANATION_2_FEATURE_NAME'],
    });
  });

  test('a number', { timeout: 240_000 }, async () => {
    const { deploymentId } = await servedHousing({ key: owner.token }, { target: 'price' });
    expect(await scenario(deploymentId, 'size,age,town,sold\n90,3,Oslo,yes\n10,30,Rome,no\n')).toMatchObject({
      ...told,
      columns: ['price_PREDICTION', 'DEPLOYMENT_APPROVAL_STATUS'],
    });
  });

  test('several classes', { timeout: 240_000 }, async () => {
    const { deploymentId } = await servedHousing({ key: owner.token }, { target: 'town', targetType: 'Multiclass' });
    const rows = 'size,age,price,sold\n90,3,250,yes\n10,30,20,no\n';
    expect(await scenario(deploymentId, rows)).toMatchObject({
      ...told,
      columns: [
        'town_Lima_PREDICTION',
        'town_Oslo_PREDICTION',
        'town_Rome_PREDICTION',
        'town_PREDICTION',
        'DEPLOYMENT_APPROVAL_STATUS',
      ],
      explained: ['CLASS_1_EXPLANATION_1_FEATURE_NAME', 'CLASS_1_EXPLANATION_2_FEATURE_NAME'],
    });
  });

  test('time series', { timeout: 240_000 }, async () => {
    const { deploymentId } = await servedShops({ key: owner.token });
    expect(await scenario(deploymentId, futureOfShops(7), true)).toMatchObject({
      ...told,
      rows: 21,
      historical: true,
      columns: [
        'store',
        'FORECAST_POINT',
        'date',
        'FORECAST_DISTANCE',
        'sales (actual)_PREDICTION',
        'DEPLOYMENT_APPROVAL_STATUS',
      ],
    });
  });
});
