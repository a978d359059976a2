import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const PATIENCE_MS = 900_000;
const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'SHAP, official Python client, %s',
  (name, packages) => {
    const newest = name === 'newest';
    let client: PythonClient;
    let env: Record<string, string>;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
      env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: (await aPerson()).token, NEWEST: String(newest) };
    });

    test(
      'values add up to predictions on the scale of the link; impact, preview and distributions agree',
      async () => {
        const features = ['bill', 'town', 'visits'];
        expect(await client.scenario('shap_values', env)).toEqual({
          impact: [3, 1, features],
          impactAgain: true,
          matrix: [[240, 3], true],
          matrices: [true],
          withPredictions: [240, true, ['yes']],
          ...(newest
            ? {
                additive: [
                  ['logit', true, 3],
                  ['logit', true, 3],
                  ['identity', true, 3],
                ],
                csv: ['row_index', true],
                newImpact: [features, 'logit', 1],
                listed: ['training', 'training', 'validation'],
                preview: [4, [2, 2, 2, 2]],
                high: true,
                distributions: [3, 1, ['Categorical', 'Numeric', 'Numeric']],
              }
            : {}),
        });
      },
      PATIENCE_MS,
    );
  },
);
