import { seededRandom } from '@almanac/engine';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createUser } from '#accounts';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { hasPgvector, pgvectorPostgres } from '../../../../test/pgvector.ts';
import { testPlatform } from '../../../../test/platform.ts';
import { type Neighbours, type Question, ScannedVectors } from '../search/chunks.ts';
import { vectorDatabaseStore } from '../vector-database.store.ts';
import { findPgvector, isThere, type Pgvector } from './extension.ts';
import { type Loading, pgvectorStore } from './pgvector.store.ts';
import { PgvectorChunks } from './pgvector-chunks.ts';

const random = seededRandom(3);
/** Around a few middles, as texts about a few things are; some without length, some the same as another. */
function someVectors(rows: number, dimensions: number): Float32Array<ArrayBuffer> {
  const middles = Array.from({ length: 8 }, () => Array.from({ length: dimensions }, () => random.normal()));
  const vectors = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) {
    const middle = middles[row % middles.length] ?? [];
    if (row % 50 === 7) vectors.copyWithin(row * dimensions, (row - 1) * dimensions, row * dimensions);
    else if (row % 50 !== 9)
      vectors.set(
        middle.map((value) => value + 0.7 * random.normal()),
        row * dimensions,
      );
  }
  return vectors;
}

/** Short enough to be shown when two of them differ. */
const describeNeighbours = ({ near, vectors }: Neighbours) => ({
  near,
  vectors: [...vectors].map(
    ([chunk, vector]) => `${chunk}: ${Buffer.from(vector.slice().buffer).toString('base64').slice(-40)}`,
  ),
});

describe.skipIf(!hasPgvector)('vectors in pgvector', async () => {
  if (!hasPgvector) return;
  const postgres = await pgvectorPostgres();
  afterAll(() => postgres.stop());
  const platform = await testPlatform({ databaseUrl: await postgres.database() });
  const looked = await findPgvector(platform);
  if (!isThere(looked)) throw new Error(looked.because);
  const extension: Pgvector = looked;
  const { organization_id: organizationId, id: userId } = await createUser(platform, {
    username: 'ada',
    password: null,
  });
  const store = pgvectorStore(platform.db, extension);
  const { signal } = new AbortController();

  async function aRecord(chunks: number, vector_index: Loading['kind']) {
    const id = newId();
    const at = { created_by: userId, created_at: platform.now(), updated_by: userId, updated_at: platform.now() };
    const use_case_id = newId();
    await insertUseCase(platform, { id: use_case_id, organization_id: organizationId, name: 'Words', ...at });
    const dataset = { dataset_id: 'd', dataset_version_id: 'v', dataset_name: 'n' };
    const chunking = { custom: true, size: 256, overlapPercentage: 0, separators: [], isRegex: false };
    await vectorDatabaseStore(platform.db.queries).insert({
      ...{ id, organization_id: organizationId, use_case_id, name: 'Test', ...dataset, family_id: id, parent_id: null },
      ...{ version: 1, embedding_model: 'm', chunking, metadata_columns: [], status_id: null, ...at },
      ...{ access_connection_id: null, access_item_column: null, execution_status: 'COMPLETED' },
    });
    const made = await vectorDatabaseStore(platform.db.queries).byId(organizationId, id);
    if (made === undefined) throw new Error('not made');
    return { ...made, chunks_count: chunks, vector_index };
  }

  async function both(rows: number, dimensions: number, kind: Loading['kind']) {
    const vectors = someVectors(rows, dimensions);
    const row = await aRecord(rows, kind);
    expect(await store.load({ organizationId, id: row.id, vectors, dimensions, kind }, signal)).toBe(true);
    return { vectors, row, kept: new PgvectorChunks(platform.db, extension, row), dimensions, rows };
  }
  const scanOf = ({ vectors, dimensions }: { vectors: Float32Array; dimensions: number }) =>
    new ScannedVectors(vectors, dimensions);
  const asked = (dimensions: number, more: Partial<Question> = {}): Question => ({
    vector: Float32Array.from({ length: dimensions }, () => random.normal()),
    most: 50,
    allowed: undefined,
    also: [],
    ...more,
  });

  test('whatever is allowed: the very chunks, in the very order, with the very vectors of a scan', async () => {
    const made = await both(600, 24, 'pgvector');
    const scan = scanOf(made);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.nat({ max: 599 }), { maxLength: 5 }),
        async (oneIn, most, also) => {
          const allowed = Uint8Array.from({ length: 600 }, (_, row) => (row % oneIn === 0 ? 1 : 0));
          const question = asked(24, { most, also, allowed: oneIn === 700 ? undefined : allowed });
          expect(describeNeighbours(await made.kept.find(question))).toEqual(describeNeighbours(scan.find(question)));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a graph of many is nearly exact, and is left alone as soon as anything is hidden', async () => {
    const made = await both(4_000, 16, 'pgvector-hnsw');
    const scan = scanOf(made);
    let [found, wanted] = [0, 0];
    for (let at = 0; at < 20; at++) {
      const question = asked(16);
      const [near, truly] = [(await made.kept.find(question)).near, scan.find(question).near];
      found += truly.filter((chunk) => near.includes(chunk)).length;
      wanted += truly.length;
    }
    expect(found / wanted).toBeGreaterThan(0.9);
    // The farthest of all are allowed: a graph that is filtered afterwards would find none of them.
    const question = asked(16);
    const all = scan.find({ ...question, most: made.rows }).near;
    const allowed = new Uint8Array(made.rows);
    for (const chunk of all.slice(-40)) allowed[chunk] = 1;
    const few = await made.kept.find({ ...question, allowed });
    expect(describeNeighbours(few)).toEqual(describeNeighbours(scan.find({ ...question, allowed })));
    expect(few.near).toHaveLength(40);
    for (const chunk of all.slice(-1000)) allowed[chunk] = 1;
    expect(describeNeighbours(await made.kept.find({ ...question, allowed }))).toEqual(
      describeNeighbours(scan.find({ ...question, allowed })),
    );
  });

  test.each([
    ['pgvector-hnsw-half', 2100],
    ['pgvector', 4500],
  ] as const)('%s of %i dimensions', async (kind, dimensions) => {
    const made = await both(130, dimensions, kind);
    const question = asked(dimensions, { most: 10, also: [3] });
    const few = Uint8Array.from({ length: 130 }, (_, row) => row % 2);
    expect((await made.kept.find(question)).near[0]).toBe(scanOf(made).find(question).near[0]);
    const asFew = { ...question, allowed: few };
    expect(describeNeighbours(await made.kept.find(asFew))).toEqual(describeNeighbours(scanOf(made).find(asFew)));
  });

  test('vectors of another organization are as if they were not there', async () => {
    const { row } = await both(20, 4, 'pgvector');
    const outsider = new PgvectorChunks(platform.db, extension, { ...row, organization_id: 'another' });
    expect(describeNeighbours(await outsider.find(asked(4, { also: [1] })))).toEqual({ near: [], vectors: [] });
  });

  test('told to stop, or without a record: no table is left', async () => {
    const row = await aRecord(20_000, 'pgvector-hnsw');
    const loading = {
      organizationId,
      id: row.id,
      vectors: someVectors(20_000, 32),
      dimensions: 32,
      kind: row.vector_index,
    };
    const stop = new AbortController();
    const busy = async () =>
      (
        await platform.db.pool.query(
          `SELECT FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND state = 'active'`,
        )
      ).rowCount;
    const loaded = store.load(loading, stop.signal);
    await expect.poll(busy, { timeout: 60_000, interval: 5 }).toBe(1);
    stop.abort(new Error('told to stop'));
    await expect(loaded).rejects.toThrow('told to stop');
    const without = { ...loading, id: newId(), vectors: someVectors(10, 32) };
    expect(await store.load(without, signal)).toBe(false);
    const { rows } = await platform.db.pool.query(`SELECT FROM pg_tables WHERE tablename IN ($1, $2)`, [
      `of_${row.id}`,
      `of_${without.id}`,
    ]);
    expect(rows).toEqual([]);
  });
});

const insertUseCase = (
  { db }: Platform,
  row: {
    id: string;
    organization_id: string;
    name: string;
    created_by: string;
    created_at: Date;
    updated_by: string;
    updated_at: Date;
  },
) => db.queries.insertInto('use_cases').values(row).execute();
