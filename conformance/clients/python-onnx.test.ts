import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { servedHousing } from '../deployments/served.ts';
import { call } from '../support/call.ts';
import { hasPython, pythonClient } from './python-client.ts';

const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'guides', 'deployments.md');
const python = await hasPython();
if (!python) console.warn('SKIPPED: the program of the guide needs python3 with venv (Debian: python3-venv).');

/** Missing cells and a level that the model never saw are among them. */
const ROWS = 'size,age,town,price\n80,12,Oslo,230\n,12,Rome,100\n95,,,250\n10,30,Paris,20\n';

describe.skipIf(!python)('the Python program of the guide', () => {
  test('predicts with onnxruntime what the deployment predicts', async () => {
    const { url, adminKey } = inject('target');
    const { deploymentId } = await servedHousing({});
    const { modelPackage } = (await call('GET', `/api/v2/deployments/${deploymentId}/`)).body;
    const [, program = ''] =
      /```python\n(# pip install onnxruntime[\s\S]*?)```/.exec(await readFile(GUIDE, 'utf8')) ?? [];
    const client = await pythonClient('python-onnx', ['onnxruntime==1.31.1', 'numpy==2.4.6']);
    const cwd = await mkdtemp(join(tmpdir(), 'almanac-onnx-'));
    await writeFile(join(cwd, 'rows.csv'), ROWS);
    const env = { URL: url, KEY: adminKey, PACKAGE: modelPackage.id };
    const { code, output } = await client.program('python', ['-c', program], { cwd, env });
    await rm(cwd, { recursive: true, force: true });
    expect(code, output).toBe(0);
    const headers = { 'content-type': 'text/csv' };
    const path = `/predApi/v1.0/deployments/${deploymentId}/predictions`;
    const { data } = (await call('POST', path, { body: ROWS, headers })).body;
    const outside = JSON.parse(output) as Record<string, number>[];
    expect(outside).toHaveLength(4);
    outside.forEach((probabilities, row) => {
      for (const { label, value } of data[row].predictionValues) expect(probabilities[label]).toBeCloseTo(value, 5);
    });
  }, 400_000);
});
