import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { sweepUploads } from '#platform/blobs/incoming.ts';
import { isObjectAccess } from '#platform/http/route-access.ts';
import { newId } from '#platform/ids.ts';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { servedApp } from '../test/served-app.ts';
import { beginUpload, openFiles, PHASES } from '../test/uploader.ts';

const app = await servedApp();
const { platform } = app;
const url = await app.listen();
const { key } = await app.person();
const { dataDir } = platform.config;
const UPLOADS = 100;

/** Where no role is checked before the body is read, any id will do. */
const lines = app.routes
  .filter(({ takes, access }) => takes === 'form' && !(isObjectAccess(access) && access.param !== null))
  .map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, newId())}`);

const drafts = () => readdirSync(join(dataDir, 'blobs', '.unfinished')).length;

async function waiting(): Promise<string[]> {
  const keys: string[] = [];
  for await (const found of platform.blobs.list('incoming/')) keys.push(found);
  return keys;
}

test('100 uploads that break off leave no file, no descriptor and no connection', { timeout: 120_000 }, async () => {
  expect(lines.length).toBeGreaterThan(4);
  const begun = await Promise.all(
    Array.from({ length: UPLOADS }, (_, at) =>
      beginUpload(url, lines[at % lines.length] ?? '', key, PHASES[at % PHASES.length] ?? 'part'),
    ),
  );
  // All but those that sent headers only are being written, a quarter of them with a first file that is whole.
  await eventually(async () => drafts() === (UPLOADS * 3) / 4 && (await waiting()).length === UPLOADS / 4);
  expect(openFiles(dataDir).length).toBeGreaterThanOrEqual((UPLOADS * 3) / 4);
  for (const [at, socket] of begun.entries()) at % 2 === 0 ? socket.destroy() : socket.resetAndDestroy();
  await eventually(async () => drafts() === 0 && (await waiting()).length === 0);
  await eventually(async () => (await app.connections()) === 0);
  await eventually(async () => openFiles(dataDir).length === 0);
});

test('what a killed process left of its uploads is swept; what others may still be sending is not', async () => {
  const { pid: dead } = spawnSync('true');
  const here = hostname().replaceAll('_', '-');
  const dayAgo = new Date(Date.now() - 26 * 3600 * 1000);
  const left = [`incoming/${here}.${dead}.0123456789ab_${newId()}`, `incoming/${newId(dayAgo)}`];
  const elsewhere = [`incoming/elsewhere.1.0123456789ab_${newId()}`, `incoming/${newId()}`];
  const old = `incoming/elsewhere.1.0123456789ab_${newId(dayAgo)}`;
  for (const blob of [...left, ...elsewhere, old]) await platform.blobs.write(blob, Readable.from([Buffer.from('x')]));
  expect(await sweepUploads(platform.blobs, new Date())).toBe(3);
  expect((await waiting()).sort()).toEqual([...elsewhere].sort());
});
