import { beforeAll, describe, expect, inject, test } from 'vitest';
import { hasPython, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).each(Object.entries(PYTHON_VERSIONS))('the official Python client, %s', (name, packages) => {
  const target = inject('target');
  const env = { ENDPOINT: `${target.url}/api/v2`, TOKEN: target.adminKey };
  let client: PythonClient;
  beforeAll(async () => {
    client = await pythonClient(`python-${name}`, packages);
  });

  test('connects, reads the version and its account', async () => {
    const seen = await client.scenario('connect', env);
    expect(seen).toEqual({
      client: packages[0].split('==')[1],
      version: '2.49.0',
      uid: expect.stringMatching(/^[0-9a-f]{24}$/),
      // What it says when it expects a newer server.
      ahead: [],
    });
  });

  test('says that a bad key is a bad key', async () => {
    const { outcome } = (await client.scenario('bad_key', env)) as { outcome: string };
    expect(outcome).toMatch(/invalid|token|401/i);
    expect(outcome).not.toMatch(/KeyError|UnicodeDecodeError|JSONDecodeError|connected/);
  });

  test('reads the message of a refusal', async () => {
    expect(await client.scenario('missing_record', env)).toMatchObject({
      status: 404,
      json: { message: expect.stringContaining('00000000-0000-0000-0000-000000000000') },
    });
  });
});
