import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { futureOfShops, type Served, servedHousing, servedShops } from '../deployments/served.ts';
import { housingCsv } from '../projects/housing.ts';
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
    await site?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (program: string, words: readonly string[], options: { rows?: string; password?: string } = {}) => {
    const dataset = join(folder, 'data.csv');
    const out = join(folder, 'out.csv');
    await writeFile(dataset, options.rows ?? 'a,b\n1,2\n');
    await rm(out, { force: true });
    const [user, password] = [site.adminUsername, options.password ?? site.adminPassword];
    const always = ['--host', site.url, '--user', user, '--password', password, '--no_verify_ssl', '-y', '--no-resume'];
    const line = [...always, '--n_retry', '1', '--timeout', '60', '--out', out, ...words, dataset];
    const ended = await client.program(program, line, { cwd: folder, env: { PYTHONPATH: OLD_PYTHON } });
    const lines = (await readFile(out, 'utf8').catch(() => '')).trim().split(/\r?\n/);
    return { ...ended, lines };
  };
  const ID = '0123456789abcdef01234567';
  const score = (password: string, apiVersion: string) =>
    run('batch_scoring', ['--api_version', apiVersion, ID, ID], { password });

  test.each([['predApi/v1.0'], ['api/v1']])('signs in with a password over %s', async (apiVersion) => {
    const { output } = await score(site.adminPassword, apiVersion);
    expect(output).toContain('api-token acquired');
  });

  test('says that a wrong password is wrong', async () => {
    const { code, output } = await score('not the password', 'predApi/v1.0');
    expect(code).not.toBe(0);
    expect(output).toContain('wrong credentials');
  });

  describe('scores', () => {
    let housing: Served;
    let shops: Served;
    beforeAll(async () => {
      const options = { url: site.url, key: site.adminKey };
      [housing, shops] = [await servedHousing(options), await servedShops(options)];
    }, 600_000);
    const ROWS = 500;
    const rows = housingCsv(ROWS);

    test('a leaderboard model, compressed, from a password to a file', async () => {
      const { lines, output } = await run('batch_scoring', ['--compress', housing.projectId, housing.modelId], {
        rows,
      });
      expect(lines[0], output).toBe('row_id,no,yes');
      expect(lines).toHaveLength(ROWS + 1);
      for (const line of lines.slice(1)) {
        const [, no, yes] = line.split(',').map(Number);
        expect((no ?? 0) + (yes ?? 0)).toBeCloseTo(1, 6);
      }
    });

    test('with explanations', async () => {
      const words = ['--max_prediction_explanations', '2', housing.projectId, housing.modelId];
      const { lines, output } = await run('batch_scoring', words, { rows });
      expect(lines[0]?.split(','), output).toHaveLength(3 + 2 * 2);
      expect(lines).toHaveLength(ROWS + 1);
      expect(lines[1]?.split(',')).toHaveLength(7);
    });

    test('over api/v1', async () => {
      const words = ['--api_version', 'api/v1', housing.projectId, housing.modelId];
      const { lines, output } = await run('batch_scoring', words, { rows });
      expect(lines[0], output).toBe('row_id,no,yes');
      expect(lines).toHaveLength(ROWS + 1);
    });

    test('a deployment, with the name of one class, threshold and decision', async () => {
      const names = ['--pred_name', 'chance', '--pred_threshold', 'threshold', '--pred_decision', 'said'];
      const { lines, output } = await run('batch_scoring_deployment_aware', [...names, housing.deploymentId], { rows });
      expect(lines[0], output).toBe('row_id,chance,threshold,said');
      expect(lines).toHaveLength(ROWS + 1);
      for (const line of lines.slice(1)) {
        const [, chance, threshold, said] = line.split(',');
        expect(said).toBe(Number(chance) >= Number(threshold) ? 'yes' : 'no');
      }
    });

    test('forecasts of a deployment of many series', async () => {
      const future = futureOfShops(7);
      const { lines, output } = await run('batch_scoring_deployment_aware', [shops.deploymentId], { rows: future });
      expect(lines, output).toHaveLength(3 * 7 + 1);
    });
  });
});
