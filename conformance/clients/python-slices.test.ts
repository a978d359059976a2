import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const PATIENCE_MS = 900_000;
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).concurrent.each(Object.entries(PYTHON_VERSIONS))(
  'data slices with the official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    });

    test(
      'are made, counted and deleted; charts, impact and effects are about their rows',
      async () => {
        const { token } = await aPerson();
        const newest = name === 'newest';
        const env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: token, NEWEST: String(newest) };
        expect(await client.scenario('data_slices', env)).toEqual({
          slices: [
            ['south', 1],
            ['rich', 2],
          ],
          read: true,
          unknown: null,
          sizes: ['validation', true, true, true],
          charts: [true, true, true, [2, 1]],
          impact: [0, 'visits', true],
          effects: [['south', true]],
          deleted: 404,
          ...(newest ? { insights: [true, true, true] } : {}),
        });
      },
      PATIENCE_MS,
    );
  },
);
