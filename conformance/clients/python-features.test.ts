import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');
const ODD = '50% "x" ü';

describe.skipIf(!python).concurrent.each(Object.entries(PYTHON_VERSIONS))(
  'columns and feature lists with the official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    });

    test('are read, made, renamed and deleted', async () => {
      const { token } = await aPerson();
      const env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: token };
      expect(await client.scenario('dataset_features', env)).toEqual({
        names: [ODD, 'day', 'region', 'sales'],
        types: ['Categorical', 'Date', 'Numeric', 'Numeric'],
        day: ['%Y-%m-%d', true, 'suitable', 1, 'DAY', '2024-01-01'],
        sales: [2, 30, 0, 0, 43.5, 21.75, 21.75, false, true, true],
        paged: ['day', 'region', 'sales'],
        histogram: [true, 30],
        odd: [
          ['0', 10],
          ['1', 10],
          ['2', 10],
        ],
        automatic: [['All Features', false, 4]],
        made: ['Two', ['day', 'sales'], true, true, null],
        renamed: 'Pair',
        taken: 409,
        unknown: 422,
        left: ['All Features'],
      });
    });
  },
);
