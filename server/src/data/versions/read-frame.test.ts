import { Readable } from 'node:stream';
import { column } from '@almanac/engine';
import { expect, test } from 'vitest';
import type { Actor } from '#platform/http/actor.ts';
import { catalogue } from '../datasets/datasets.fixtures.ts';
import { versionForReading } from './find-version.ts';
import { ingestVersion } from './ingest-version.ts';
import { ingestFile } from './make-version.ts';
import { readFrame } from './read-frame.ts';
import { versionProfile } from './version-files.ts';

const { platform, person, upload, settled, ask } = await catalogue();
const owner = await person({ organization: 'One' });
const actor = { ...owner, userId: owner.id, role: 'user' } as unknown as Actor;
const ctx = { ...platform, actor };

const words = ['ant', 'bee', 'cat'];
const CSV = [
  'n,flag,day,when,name,note,share',
  ...Array.from({ length: 5000 }, (_, i) =>
    [
      i % 10 === 0 ? '' : i / 2,
      i % 2 === 0,
      `2024-01-${String((i % 28) + 1).padStart(2, '0')}`,
      `${String((i % 12) + 1).padStart(2, '0')}/28/2023`,
      i === 7 ? '' : words[i % 3],
      `a note about the number ${i} that is long enough to be text and never the same`,
      `${i % 100}%`,
    ].join(','),
  ),
].join('\n');

test('typed columns straight from the table, with the missing marked as the engine marks them', async () => {
  const begun = await upload(owner.key, CSV);
  expect((await settled(owner.key, begun)).body).toMatchObject({ processingState: 'COMPLETED', rowCount: 5000 });
  const versionId = begun.body.catalogVersionId;
  const table = await readFrame(platform, versionId);
  expect(table.rows).toBe(5000);
  const kinds = Object.fromEntries(table.columns.map(({ name, kind }) => [name, kind]));
  expect(kinds).toEqual({
    n: 'numeric',
    flag: 'boolean',
    day: 'date',
    when: 'date',
    name: 'categorical',
    note: 'text',
    share: 'numeric',
  });
  const at = (name: string, row: number) => {
    const found = column(table, name);
    return found.kind === 'categorical' ? found.levels[found.codes[row] ?? -1] : found.values[row];
  };
  expect(at('n', 0)).toBeNaN();
  expect([at('n', 4999), at('flag', 4), at('flag', 5)]).toEqual([2499.5, 1, 0]);
  expect([at('day', 29), at('when', 4)]).toEqual([Date.UTC(2024, 0, 2), Date.UTC(2023, 4, 28)]);
  expect([at('name', 7), at('name', 8), at('name', 4999)]).toEqual([undefined, 'cat', words[4999 % 3]]);
  expect(at('note', 4999)).toContain('number 4999');
  const some = await readFrame(platform, versionId, { columns: ['name', 'n'], rows: 3 });
  expect(some.columns.map(({ name }) => name)).toEqual(['name', 'n']);
  expect(some.rows).toBe(3);
  await expect(readFrame(platform, versionId, { columns: ['nope'] })).rejects.toThrow('has no column "nope"');
});

test('a file of another module is read in its job and never listed', async () => {
  const blobKey = 'incoming/projects-file';
  await platform.blobs.write(blobKey, Readable.from([Buffer.from('a,b\n1,x\n')]));
  const made = await platform.db.transaction((tx) =>
    ingestFile(ctx, tx, { blobKey, fileName: 'own.csv', visible: false }),
  );
  await expect(versionForReading(ctx, made)).rejects.toMatchObject({ status: 422 });
  const run = { jobId: crypto.randomUUID(), signal: new AbortController().signal, progress: async () => undefined };
  await ingestVersion(platform, made.versionId, run);
  await ingestVersion(platform, made.versionId, run);
  expect(await versionForReading(ctx, made)).toMatchObject({ id: made.versionId, row_count: 1, column_count: 2 });
  const { columns } = await versionProfile(platform, made.versionId);
  expect(columns.map(({ name }) => name)).toEqual(['a', 'b']);
  const listed = await ask('GET /api/v2/datasets/', { key: owner.key });
  expect(listed.body.data.map((one: { name: string }) => one.name)).not.toContain('own.csv');
});
