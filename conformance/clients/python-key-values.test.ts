import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { servedHousing } from '../deployments/served.ts';
import { call } from '../support/call.ts';
import { aPerson } from '../support/people.ts';
import { hasPython, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

let env: Record<string, string>;
beforeAll(async () => {
  if (!python) return;
  const { token } = await aPerson();
  const { deploymentId } = await servedHousing({ key: token });
  const { modelPackage } = (await call('GET', `/api/v2/deployments/${deploymentId}/`, { key: token })).body;
  env = {
    ENDPOINT: `${inject('target').url}/api/v2`,
    TOKEN: token,
    DEPLOYMENT_ID: deploymentId,
    PACKAGE_ID: modelPackage.id,
    REGISTERED_MODEL_ID: modelPackage.registeredModelId,
  };
}, 240_000);

describe.skipIf(!python).concurrent.each(Object.entries(PYTHON_VERSIONS))(
  'key values and reported events, official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    }, 240_000);

    test('are made, changed, found and deleted on every kind of object', async () => {
      const mark = randomBytes(4).toString('hex');
      const address = ['https://example.com/', true];
      expect(await client.scenario('key_values', { ...env, MARK: mark })).toEqual({
        numeric: [200, '200', 'of the file', true, true],
        renamed: [true, 200],
        changed: [0.5, '0.5'],
        boolean: [true, 'by hand'],
        unchecked: false,
        json: { team: 'red' },
        named: ['all', 'checked', 'note'],
        found: true,
        missing: null,
        taken: 409,
        file: 422,
        deleted: 404,
        ...(name === 'newest' ? { events: [['moderationMetricCreationError', 'failure', 'Too many', 'Blocked']] } : {}),
        elsewhere: name === 'newest' ? [address, address, address] : [address, address],
      });
    }, 240_000);
  },
);
