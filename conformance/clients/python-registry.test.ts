import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { servedHousing } from '../deployments/served.ts';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

let env: Record<string, string>;
beforeAll(async () => {
  if (!python) return;
  const [person, other] = [await aPerson(), await aPerson()];
  const { modelId } = await servedHousing({ key: person.token });
  env = {
    ENDPOINT: `${inject('target').url}/api/v2`,
    TOKEN: person.token,
    OTHER_USERNAME: other.username,
    MODEL_ID: modelId,
  };
}, 240_000);

describe.skipIf(!python).concurrent.each(Object.entries(PYTHON_VERSIONS))(
  'registry, official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    }, 240_000);

    test('a model is registered, found, shared, deployed and archived', async () => {
      const mark = randomBytes(4).toString('hex');
      expect(await client.scenario('registry', { ...env, MARK: mark })).toEqual({
        server: [true, true, true],
        native: [1, false, true],
        environment: ['Shop floor', 'Tills', ['datarobot'], true],
        deleted: 404,
        registered: [true, 'Sold or not', 1, false],
        version: ['First', 'complete', 1, 'Binary', 0.4, 'dedicated', 'housing', 'Quick', 0, false, true, true],
        external: ['external', 'complete', 'Python'],
        custom: 422,
        unknown: 404,
        taken: 409,
        list: ['Housing', 'Elsewhere'],
        binary: [true],
        versions: [1, 2],
        filtered: [true],
        renamed: 'Homes',
        roles: ['CONSUMER', 'OWNER'],
        deployed: [[true, true, false, 1, true]],
        ofVersion: [1, 0],
        inUse: 422,
        archived: [0, true],
      });
    }, 240_000);
  },
);

test.skipIf(!python)(
  'the last client of version 2 finds the server',
  async () => {
    const client = await pythonClient('python-version-2', LAST_OF_VERSION_2);
    expect(await client.scenario('registry_servers', env)).toEqual({ servers: [[true, true, true]] });
  },
  240_000,
);
