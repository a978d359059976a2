import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const PATIENCE_MS = 900_000;
const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'advanced tuning, official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    let env: Record<string, string>;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
      env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: (await aPerson()).token };
    });

    test(
      'sessions, parameters with constraints, tuned models that use them',
      async () => {
        expect(await client.scenario('advanced_tuning', env)).toEqual({
          tasks: true,
          shown: [23, null, 1],
          used: [100, 23, true, true],
          kept: ['fewer, larger steps', 23, 0.2],
          listed: true,
          scores: true,
          chance: true,
          penalty: [true, false],
          searched: [80, [1, 80], 80],
          refused: [422, true],
        });
      },
      PATIENCE_MS,
    );
  },
);
