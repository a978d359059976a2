import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { servedApp } from '../test/served-app.ts';
import { canMount, smallDisk } from '../test/small-disk.ts';
import { aDeployment } from './deployments/predictions/predictions.fixtures.ts';
import { getRecorder } from './deployments/recording/recorder.ts';

const files = async (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** A form with one file in it. */
function form(bytes: Buffer) {
  const start = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="rows.csv"\r\n\r\n');
  return {
    body: Buffer.concat([start, bytes, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
}

describe.skipIf(!canMount)('a server whose disk is full', async () => {
  if (!canMount) return;
  const disk = smallDisk(16, afterAll);
  const settings = { ALMANAC_DATA_DIR: disk.folder, ALMANAC_STORAGE_LOW_BYTES: String(1024 ** 2) };
  const app = await servedApp({ settings });
  const { platform, ask } = app;
  const ada = await app.person();
  const { key } = ada;
  const housing = await aDeployment(platform, ada, 'regression');
  const metric = async (name: string) =>
    Number(
      new RegExp(`^${name} (\\S+)$`, 'm').exec((await ask('GET /metrics', { key, address: '127.0.0.1' })).text)?.[1],
    );

  test('an upload is refused with 507 and a sentence about the server, and leaves nothing behind', async () => {
    const large = Buffer.alloc(20 * 1024 ** 2, 'a,b\n1,2\n');
    const refused = await ask('POST /api/v2/datasets/fromFile/', { key, ...form(large) });
    expect(refused.status).toBe(507);
    expect(refused.body).toMatchObject({
      code: 'http.no_space',
      message: expect.stringMatching(/^The server has no space left.*ALMANAC_DATA_DIR/),
    });
    expect(await files(join(disk.folder, 'blobs', '.unfinished'))).toEqual([]);
    expect(await files(join(disk.folder, 'blobs', 'incoming'))).toEqual([]);
    const small = await ask('POST /api/v2/datasets/fromFile/', { key, ...form(Buffer.from('a,b\n1,2\n')) });
    expect(small.status).toBe(202);
  });

  test('rows of a batch are refused alike, and its job says why', async () => {
    const job = (await ask('POST /api/v2/batchPredictions/', { key, body: { deploymentId: housing.id } })).body;
    const body = Buffer.alloc(20 * 1024 ** 2, '100,red,3\n');
    const path = `/api/v2/batchPredictions/${job.id}/csvUpload/`;
    const refused = await ask(`PUT ${path}`, { key, body, headers: { 'content-type': 'text/csv' } });
    expect(refused).toMatchObject({ status: 507, body: { code: 'http.no_space' } });
    const ended = (await ask(`GET /api/v2/batchPredictions/${job.id}/`, { key })).body;
    expect(ended).toMatchObject({ status: 'FAILED', statusDetails: expect.stringContaining('has no space left') });
  });

  test('predictions are answered, /readyz says that it is degraded, and records are kept for later', async () => {
    expect((await ask('GET /readyz')).body).toEqual({ status: 'ready' });
    await disk.fill();
    const body = [{ size: 100, colour: 'red', rooms: 3 }];
    for (let i = 0; i < 5; i++) expect((await ask(housing.line, { key, body })).status).toBe(200);
    const recorder = getRecorder(platform);
    await recorder.settle();
    const degraded = await ask('GET /readyz');
    expect(degraded.status).toBe(200);
    expect(degraded.body).toEqual({
      status: 'degraded',
      reason: expect.stringMatching(/Predictions are answered but not recorded.*bytes free, less than 1048576/),
    });
    expect(await metric('almanac_recording_buffered_records')).toBe(5);
    expect(await metric('almanac_recording_failing')).toBe(1);
    expect(await metric('almanac_storage_full')).toBe(1);
    expect((await ask(`GET /api/v2/deployments/${housing.id}/`, { key })).body.serviceHealth).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('Predictions are answered but not recorded'),
    });
    const reported = { data: [{ numPredictions: 1, executionTime: 1, timestamp: new Date().toISOString() }] };
    const path = `/api/v2/deployments/${housing.id}/predictionRequests/fromJSON/`;
    expect(await ask(`POST ${path}`, { key, body: reported })).toMatchObject({ status: 507 });
    await disk.free();
    await recorder.settle();
    expect((await ask('GET /readyz')).body).toEqual({ status: 'ready' });
    expect(await metric('almanac_recording_buffered_records')).toBe(0);
    expect(await metric('almanac_recording_dropped_total')).toBe(0);
    expect(await metric('almanac_storage_full')).toBe(0);
    expect(await metric('almanac_storage_free_bytes')).toBeGreaterThan(1024 ** 2);
    expect(await files(join(disk.folder, 'prediction-log'))).toEqual([]);
  });
});
