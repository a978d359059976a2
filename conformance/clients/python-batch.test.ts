import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Served, servedHousing } from '../deployments/served.ts';
import { housingCsv } from '../projects/housing.ts';
import { aPerson, type Person } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, pythonClient } from './python-client.ts';

const PATIENCE_MS = 300_000;
const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python)('batches of predictions, official Python client', () => {
  let owner: Person;
  let served: Served;
  beforeAll(async () => {
    owner = await aPerson();
    served = await servedHousing({ key: owner.token });
  }, PATIENCE_MS);

  // Side by side: the client spends its time waiting.
  test.concurrent.each(Object.entries(VERSIONS))(
    'files, parts, datasets, frames and definitions, %s',
    async (name, packages) => {
      const client = await pythonClient(`python-${name}`, packages);
      const env = {
        ENDPOINT: `${inject('target').url}/api/v2`,
        TOKEN: owner.token,
        DEPLOYMENT_ID: served.deploymentId,
        ROWS: housingCsv(60),
        MARK: name,
      };
      expect(await client.scenario('batch_predictions', env)).toEqual({
        toFile: [60, 'town', 'COMPLETED'],
        score: ['COMPLETED', 100, true],
        listed: true,
        got: 'COMPLETED',
        parts: ['COMPLETED', 60],
        dataset: 60,
        again: 'COMPLETED',
        pandas: [60, true, true],
        definition: [true, [2], 1],
        changed: [false, 'Renamed'],
        found: true,
        ran: 'COMPLETED',
        deleted: true,
      });
    },
    PATIENCE_MS,
  );
});
