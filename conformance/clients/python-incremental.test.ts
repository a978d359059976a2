import { describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, PYTHON_VERSIONS, pythonClient } from './python-client.ts';

const PATIENCE_MS = 1_800_000;
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

/** Older versions cannot define chunks. */
describe.skipIf(!python)('learning chunk by chunk, official Python client, newest', () => {
  test(
    'chunks of a dataset, only-mode, data stages, and partitionings by their id',
    async () => {
      const client = await pythonClient('python-newest', PYTHON_VERSIONS.newest);
      const permissions = ['ENABLE_INCREMENTAL_LEARNING', 'ENABLE_DATA_CHUNKING_SERVICE'];
      const { token } = await aPerson({ permissions });
      const env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: token };
      expect(await client.scenario('project_incremental', env)).toEqual({
        definition: ['More', 300, 1],
        definitions: [1, 1],
        chunks: ['By size', true, 1],
        listed: 1,
        types: [
          'Light Gradient Boosted Trees Regressor',
          'Light Gradient Boosted Trees Regressor, continued',
          'eXtreme Gradient Boosted Trees Regressor (level-wise)',
          'eXtreme Gradient Boosted Trees Regressor (level-wise), continued',
        ],
        blueprints: true,
        staged: ['Light Gradient Boosted Trees Regressor, continued', 80],
        sampled: 300,
        over: [422, true],
        predicted: 5,
        kept: 409,
        series: [true, true],
        forecast: [['north | store 0', 'north | store 1', 'north | store 2'], '2024-05-30', true],
        optimized: [2, 20, 300],
        asked: ['day', 2],
        log: [true, true],
        same: true,
      });
    },
    PATIENCE_MS,
  );
});
