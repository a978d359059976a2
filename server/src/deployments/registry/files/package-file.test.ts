import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#platform/context.ts';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { aPackage } from '../../deployments.fixtures.ts';
import type { ModelKind } from '../../model.fixtures.ts';
import { packageBlobs } from '../../model-manifest.ts';
import { type DeploymentsApp, deploymentsApp } from '../../served-models.fixtures.ts';
import { getManifestOrThrow } from '../registry.kind.ts';
import { listEntries, packArchive, readEntry } from './archive.ts';
import { downloadPackage } from './download.ts';

let app: DeploymentsApp;
let owner: Awaited<ReturnType<DeploymentsApp['person']>>;
beforeAll(async () => {
  app = await deploymentsApp();
  owner = await app.person();
}, 120_000);
afterAll(() => app.stopWorker());

const PACKAGES = '/api/v2/modelPackages/';
const ask = (line: string, body?: object) =>
  app.ask(line, body === undefined ? { key: owner.key } : { key: owner.key, body });

async function fileOf(id: string): Promise<Buffer> {
  const actor = { userId: owner.id, organizationId: owner.organizationId, role: 'user' };
  const { content } = await downloadPackage({ ...app.platform, actor } as unknown as Ctx, id);
  return buffer(content as Readable);
}

function upload(file: Buffer, fields: Readonly<Record<string, string>> = {}) {
  const edge = 'edge-of-the-form';
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="model.mlpkg"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(`${texts.join('')}${head}`), file, Buffer.from(`\r\n--${edge}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}` };
  return app.ask(`POST ${PACKAGES}fromModelPackageFile/`, { key: owner.key, body, headers });
}

const built = (id: string) =>
  eventually(async () => {
    const { body } = await ask(`GET ${PACKAGES}${id}/`);
    return body.buildStatus === 'inProgress' ? null : body;
  }, 120);

test.each(['multiclass', 'series'] as const)(
  'a version goes out as a file and comes back: %s',
  async (kind: ModelKind) => {
    const { row, bundle } = await aPackage(app.platform, owner, kind, { members: 2 });
    const begun = await ask(`POST ${PACKAGES}${row.id}/modelPackageFileBuilds/`);
    expect(begun.status).toBe(202);
    const done = await eventually(async () => {
      const seen = await ask(`GET ${new URL(String(begun.headers.location)).pathname}`);
      return seen.status === 303 ? seen : null;
    }, 60);
    expect(done.headers.location).toContain(`${PACKAGES}${row.id}/modelPackageFile/`);
    const sent = await ask(`GET ${PACKAGES}${row.id}/modelPackageFile/`);
    expect([sent.status, sent.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/filename=".*\.mlpkg"/),
    ]);
    const made = await upload(await fileOf(row.id), { registeredModelName: `Back ${kind}` });
    expect(made.status, made.text).toBe(201);
    expect(await built(made.body.id)).toMatchObject({
      buildStatus: 'complete',
      modelId: row.model_id,
      importMeta: { originalFileName: 'model.mlpkg' },
      modelKind: { isTimeSeries: kind === 'series' },
    });
    const again = await getManifestOrThrow(app.platform, made.body.id);
    expect({ ...again, artifact: null, referenceKey: null }).toEqual({ ...bundle, artifact: null, referenceKey: null });
    const folder = packageBlobs(made.body.id);
    const keys = await eventually(async () => {
      const all: string[] = [];
      for await (const key of app.platform.blobs.list(folder)) all.push(key.slice(folder.length));
      return all.includes('uploaded') ? null : all.sort();
    });
    expect(keys).toEqual(kind === 'series' ? ['model-0', 'reference'] : ['model-0', 'model-1', 'reference']);
    expect((await ask(`GET ${PACKAGES}?imported=true&modelId=${row.model_id}`)).body.count).toBe(1);
  },
  120_000,
);

test('what is no package, is damaged or contradicts itself is refused, and nothing is left of it', async () => {
  expect((await upload(Buffer.from('not a tar'))).status).toBe(422);
  expect((await upload(Buffer.alloc(0))).status).toBe(422);
  const { row } = await aPackage(app.platform, owner, 'regression');
  const file = await fileOf(row.id);
  const tampered = (from: string, to: string) => Buffer.from(file.toString('latin1').replace(from, to), 'latin1');
  expect((await upload(tampered('"Regression"', '"Regresssio"'))).body.message).toContain('manifest');
  expect((await upload(file, { colour: 'red' })).body.errors.colour).toBeDefined();
  const cut = await upload(file.subarray(0, file.length - 3000));
  expect(cut.status).toBe(422);
  const position = file.indexOf('model-0', 2048);
  const damaged = Buffer.from(file);
  damaged[position + 512 + 200] = (damaged[position + 512 + 200] ?? 0) ^ 0xff;
  const made = await upload(damaged);
  expect(made.status, made.text).toBe(201);
  expect(await built(made.body.id)).toMatchObject({
    buildStatus: 'failed',
    buildError: expect.stringContaining('damaged'),
  });
  for await (const key of app.platform.blobs.list(packageBlobs(made.body.id))) throw new Error(`${key} is left`);
}, 120_000);

test('there is no scoring code, and what answers elsewhere has no file', async () => {
  const { row } = await aPackage(app.platform, owner, 'regression');
  for (const line of [`GET ${PACKAGES}${row.id}/scoringCode/`, `POST ${PACKAGES}${row.id}/scoringCodeBuilds/`]) {
    const refused = await ask(line);
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('no scoring code')]);
  }
  const external = { name: 'Elsewhere', target: { name: 'y', type: 'Regression' } };
  const { id } = (await ask(`POST ${PACKAGES}fromJSON/`, external)).body;
  expect((await ask(`GET ${PACKAGES}${id}/modelPackageFile/`)).status).toBe(422);
  expect((await ask(`POST ${PACKAGES}${id}/modelPackageFileBuilds/`)).status).toBe(422);
  expect((await ask('GET /api/v2/deployments/65f000000000000000000001/modelPackageFile/')).status).toBe(404);
});

test('archives keep names and bytes of any length', async () => {
  const { blobs } = app.platform;
  const entries = [0, 1, 511, 512, 513, 70_000].map((size) => ({
    name: `model-${size}`,
    bytes: Buffer.alloc(size, size % 251),
  }));
  await blobs.write('test/archive', packArchive(blobs, entries));
  const places = await listEntries(blobs, 'test/archive');
  for (const { name, bytes } of entries) {
    const place = places?.get(name);
    if (place === undefined) throw new Error(`${name} is missing`);
    expect((await buffer(await readEntry(blobs, 'test/archive', place))).equals(bytes)).toBe(true);
  }
  await blobs.write('test/other', Readable.from([Buffer.alloc(1024, 7)]));
  expect(await listEntries(blobs, 'test/other')).toBeUndefined();
});
