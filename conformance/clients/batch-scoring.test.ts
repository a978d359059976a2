import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordDriven } from '../support/driven.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { hasPython, type PythonClient, pythonClient } from './python-client.ts';

/** The program was written for an older Python; this gives it back what it expects, and leaves it as it is. */
const OLD_PYTHON = join(import.meta.dirname, 'python', 'old_python');
const python = await hasPython();
if (!python) console.warn('SKIPPED: the batch-scoring program needs python3 with venv (Debian: python3-venv).');

/** It signs in with a password through the deprecated token route, so it needs an installation that still has it. */
describe.skipIf(!python)('the batch-scoring program', () => {
  let site: Installation;
  let client: PythonClient;
  let folder: string;
  beforeAll(async () => {
    client = await pythonClient('batch-scoring', ['datarobot-batch-scoring==1.16.5', 'setuptools<80']);
    folder = await mkdtemp(join(tmpdir(), 'almanac-batch-'));
    site = await startInstallation({ ALMANAC_UPGRADED: 'true' });
  });
  afterAll(async () => {
    if (site) await recordDriven('clients', site.url);
    await site?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const score = async (password: string, apiVersion: string) => {
    const dataset = join(folder, 'data.csv');
    await writeFile(dataset, 'a,b\n1,2\n');
    const id = '0123456789abcdef01234567';
    const options = ['--host', site.url, '--user', site.adminUsername, '--password', password, '--no_verify_ssl'];
    const answers = ['-y', '--no-resume', '--n_retry', '1', '--timeout', '5', '--out', `${dataset}.out`];
    const words = [...options, ...answers, '--api_version', apiVersion, id, id, dataset];
    return client.program('batch_scoring', words, { cwd: folder, env: { PYTHONPATH: OLD_PYTHON } });
  };

  test.each([['predApi/v1.0'], ['api/v1']])('signs in with a password over %s', async (apiVersion) => {
    const { output } = await score(site.adminPassword, apiVersion);
    expect(output).toContain('api-token acquired');
  });

  test('says that a wrong password is wrong', async () => {
    const { code, output } = await score('not the password', 'predApi/v1.0');
    expect(code).not.toBe(0);
    expect(output).toContain('wrong credentials');
  });
});
