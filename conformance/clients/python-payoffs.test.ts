import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const PATIENCE_MS = 900_000;
const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'payoff matrices with the official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    });

    test(
      'are made, listed, replaced and deleted; the profit curve follows from the ROC curve',
      async () => {
        const env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: (await aPerson()).token };
        expect(await client.scenario('payoff_matrices', env)).toEqual({
          made: [
            ['usual', true, 1, 1, -1, -1],
            ['campaign', true, 100, 0, -20.5, -60],
          ],
          listed: true,
          read: true,
          replaced: ['better', true, 100, 1, -20, -60],
          left: ['better'],
          gone: 404,
          curve: [1, true, true, true],
        });
      },
      PATIENCE_MS,
    );
  },
);
