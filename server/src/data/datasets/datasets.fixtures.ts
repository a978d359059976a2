import { expect, vi } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { afterFile } from '../../../test/after-file.ts';
import { type Asked, servedApp } from '../../../test/served-app.ts';

type Settings = Readonly<Record<string, string>>;

/** The application with a worker beside it, and short ways to upload and wait. */
export async function catalogue(settings: Settings = {}) {
  const app = await servedApp({ settings: { ALMANAC_SQL_THREADS: '2', ...settings } });
  const worker = await startWorker(app.platform, { concurrency: 1 });
  afterFile(() => worker.stop());
  const { ask, platform } = app;

  const upload = (key: string, content: string | Buffer, { name = 'sales.csv', path = 'fromFile', fields = {} } = {}) =>
    ask(`POST /api/v2/datasets/${path}/`, { key, ...form(content, name, fields) });

  /** The record once the version is no longer RUNNING. */
  const settled = async (key: string, begun: Asked): Promise<Asked> => {
    expect([begun.status, begun.body]).toMatchObject([202, { catalogId: expect.any(String) }]);
    const { catalogId, catalogVersionId } = begun.body;
    const address = `GET /api/v2/datasets/${catalogId}/versions/${catalogVersionId}/`;
    const patience = { timeout: 60_000, interval: 50 };
    await vi.waitFor(async () => {
      expect((await ask(address, { key })).body.processingState).not.toBe('RUNNING');
      // The job ends in a transaction of its own, just after the version.
      const status = await ask(`GET /api/v2/status/${begun.body.statusId}/`, { key });
      expect(status.body?.status).not.toMatch(/RUNNING|INITIALIZED/);
    }, patience);
    return ask(address, { key });
  };

  const dataset = async (key: string, content = 'a,b\n1,x\n2,y\n', name = 'sales.csv'): Promise<string> => {
    const begun = await upload(key, content, { name });
    expect((await settled(key, begun)).body.processingState).toBe('COMPLETED');
    return begun.body.catalogId;
  };

  const blobs = async (prefix: string) => {
    const keys: string[] = [];
    for await (const key of platform.blobs.list(prefix)) keys.push(key);
    return keys;
  };
  return { ...app, upload, settled, dataset, blobs };
}

/** A multipart body the way the Python client sends it: fields first, the file without a type. */
export function form(content: string | Buffer, name: string, fields: Readonly<Record<string, string>> = {}) {
  const head = Object.entries(fields)
    .map(([field, value]) => `--cut\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
    .join('');
  const opening = `${head}--cut\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=cut' },
    body: Buffer.concat([Buffer.from(opening), Buffer.from(content), Buffer.from('\r\n--cut--\r\n')]),
  };
}
