import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

/** The client looks every few seconds while two leaderboards are trained. */
const PATIENCE_MS = 1_800_000;
const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'what scripts take for granted, official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    let env: Record<string, string>;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
      env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: (await aPerson()).token };
    });

    test(
      'options, filters, labels, recommendations, intervals, and a deployment that answers at once',
      async () => {
        expect(await client.scenario('project_scripts', env)).toEqual({
          workers: 2,
          recommended: ['Fast & Accurate', 'Most Accurate', 'Prepared for Deployment', 'Recommended for Deployment'],
          deployable: true,
          shares: { '': [64], __gt: [100], __gte: [64, 100], __lt: [32], __lte: [32, 64] },
          metrics: 1,
          unscored: 1,
          ...(name === 'version-2' ? {} : { top: true }),
          labels: ['class_0.0', 'class_1.0'],
          training: [48, ['Holdout'], 240, ['class_0.0', 'class_1.0']],
          transform: ['visits as category', 'Categorical'],
          trained: 'categories',
          atOnce: [202, 200, 'float'],
          backtests: true,
          sizes: [95, 80],
          inside: true,
          held: true,
          settings: { enabled: true, percentiles: [95] },
          columns: ['PREDICTION_95_PERCENTILE_LOW', 'PREDICTION_95_PERCENTILE_HIGH'],
          calendar: true,
        });
      },
      PATIENCE_MS,
    );
  },
);
