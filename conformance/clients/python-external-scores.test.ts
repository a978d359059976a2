import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const PATIENCE_MS = 900_000;
const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'external test sets with the official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    });

    test(
      'models are scored on other rows, and charts of these agree with their predictions',
      async () => {
        const env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: (await aPerson()).token };
        expect(await client.scenario('external_scores', env)).toEqual({
          scores: [true, true, 1],
          binary: [70, 70, true],
          confusion: [['no', 'yes'], 70],
          missing: 404,
          residuals: [70, true],
          classes: [3, 70],
        });
      },
      PATIENCE_MS,
    );
  },
);
