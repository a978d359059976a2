import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const PATIENCE_MS = 900_000;
const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'model details, official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    let env: Record<string, string>;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
      env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: (await aPerson()).token };
    });

    test(
      'coefficients repeat predictions; words, missing values, rounds and impact by class',
      async () => {
        expect(await client.scenario('model_details', env)).toEqual({
          byHand: true,
          missing: [true, true, 0],
          imputed: ['Imputed value', 'Missing indicator was treated as feature'],
          rounds: true,
          noParameters: 404,
          ...(name === 'version-2' ? {} : { trainingRows: [128, 3] }),
          cloud: true,
          stopWords: [true, false],
          classes: [
            ['bad', 'note'],
            ['good', 'note'],
            ['plain', 'note'],
          ],
        });
      },
      PATIENCE_MS,
    );
  },
);
