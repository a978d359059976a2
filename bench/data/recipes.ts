/**
 * Previews and publication of six-step recipes over 1M rows x 20 columns, from the request to the finished status.
 * Peer in the same run: the same SQL in DuckDB directly, on the same file, on a connection that is already open: rows
 * fetched for a preview, COPY to Parquet (and our profile of the result) for a publication. Meanwhile another client
 * asks GET version/ all the time.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { startInstallation } from '../../conformance/support/installation.ts';
import { withDuckdb } from '../../server/src/data/duckdb/duckdb-session.ts';
import { parquetOptions } from '../../server/src/data/duckdb/duckdb-sql.ts';
import { profileParquet } from '../../server/src/data/profile/profile-parquet.ts';
import { columnType, compileRecipe, type RecipeInput } from '../../server/src/data/recipes/compiler/index.ts';
import type { Measured } from '../figures.ts';
import { median, quantile, timed } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { packageVersion, record } from '../record.ts';
import { client } from './client.ts';
import { type Shape, shapes } from './recipe-shapes.ts';
import { watched } from './watch-version.ts';

const ROWS = 1_000_000;
const ROUNDS = Number(process.argv[2] ?? 5);
const THREADS = '2';
const MEMORY = 512 * 1024 ** 2;

const DUCKDB = packageVersion('@duckdb/node-api');

interface Preview {
  readonly name: 'streaming' | 'sampled' | 'whole';
  readonly ms: number;
  readonly peerMs: number;
  readonly waitP99: number;
}

const SHOWN = {
  streaming: 'Preview of a recipe that needs few rows',
  sampled: 'Preview of 10,000 random rows',
  whole: 'Preview of a recipe that needs every row',
} as const;

const previewFigures = ({ name, ms, peerMs, waitP99 }: Preview): Measured[] => [
  {
    id: `preview-${name}`,
    what: SHOWN[name],
    value: ms,
    unit: 'ms',
    peer: { name: 'the same SQL in DuckDB', version: DUCKDB, value: peerMs },
    mustRatio: '< 1.5',
  },
  {
    id: `preview-${name}-p99`,
    what: `GET version/ during it (${name}), p99`,
    value: waitP99,
    unit: 'ms',
    must: '< 20',
  },
];

const folder = await temporaryFolder();
const config = { dataDir: folder, sql: { memoryBytes: MEMORY, temporaryBytes: 1024 ** 3, threads: Number(THREADS) } };
const server = await startInstallation({ ALMANAC_SQL_THREADS: THREADS, ALMANAC_CHECK_REPLIES: 'false' });
const { ask, ended, upload, insights } = client(server);

/** Warm, as somebody who works with DuckDB has it. */
const instance = await DuckDBInstance.create(':memory:', { threads: THREADS, memory_limit: `${MEMORY}B` });
const direct = await instance.connect();

try {
  const csv = join(folder, 'sales.csv');
  await direct.run(`COPY (SELECT i AS id, 'store ' || (i % 500) AS store, 'item ' || (hash(i) % 3000) AS item,
    DATE '2020-01-01' + (i // 1000)::INT AS day, CASE WHEN hash(i, 2) % 20 = 0 THEN NULL ELSE hash(i, 3) % 10000 / 100 END AS price,
    ['red', 'green', 'blue', 'Yellow'][(hash(i, 4) % 4 + 1)::INT] AS colour, hash(i, 5) % 2 = 0 AS promoted,
    ${Array.from({ length: 13 }, (_, at) => `hash(i, ${at + 10}) % ${10 ** (at % 6) + 7} ${at % 2 ? '/ 8' : ''} AS f${at}`).join(', ')}
    FROM range(${ROWS}) AS t(i)) TO '${csv}' (HEADER)`);
  const bytes = (await stat(csv)).size;
  const { catalogId: datasetId, catalogVersionId } = await upload(csv);
  const blobs = join(String(server.env.ALMANAC_DATA_DIR), 'blobs');
  const dataset = join(blobs, 'datasets', datasetId, catalogVersionId, 'table.parquet');
  const names = (await direct.runAndReadAll(`DESCRIBE FROM '${dataset}'`)).getRowObjectsJS();
  const columns = names.map((row) => ({ name: String(row.column_name), type: columnType(String(row.column_type)) }));
  await direct.run(`CREATE VIEW dataset AS SELECT * FROM '${dataset}'`);
  const inputs: RecipeInput[] = [{ alias: 'sales', relation: ['dataset'], columns }];

  /** The same other client asks the same server beside both sides. */
  const beside = (work: () => Promise<unknown>) => watched(server, () => timed(work));
  const p99 = (values: readonly number[]) => quantile(values, 0.99);
  const recipe = async (shape: Shape) => {
    const body = { datasetId, dialect: 'spark', ...(shape.sampling ? { inputs: [{ sampling: shape.sampling }] } : {}) };
    const { recipeId } = await ask('POST', 'recipes/fromDataset/', body);
    await ask('PUT', `recipes/${recipeId}/operations/`, { operations: shape.operations });
    return recipeId as string;
  };
  const compiled = (shape: Shape, more: object) =>
    compileRecipe({ inputs, operations: shape.operations, dialect: 'duckdb', writtenIn: 'spark', ...more }).sql;

  const calm = await beside(() => pause(3000));
  const previews: Preview[] = [];
  for (const name of ['streaming', 'sampled', 'whole'] as const) {
    const ours: number[] = [];
    const theirs: number[] = [];
    const waits: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const shape = shapes(round)[name];
      const id = await recipe(shape);
      const measured = await beside(async () => ended(await ask('POST', `recipes/${id}/preview/`, {})));
      await insights(id); // they would slow the peer
      const sql = compiled(shape, { limit: 10_000, sampling: shape.sampling ?? null });
      const peer = await beside(async () => (await direct.runAndReadAll(sql)).getRows());
      if (round === 0) continue; // the first loads libraries and files on both sides
      ours.push(measured.result);
      theirs.push(peer.result);
      waits.push(...measured.latenciesMs);
    }
    previews.push({ name, ms: median(ours), peerMs: median(theirs), waitP99: p99(waits) });
    console.error(previews.at(-1));
  }

  const ours: number[] = [];
  const copies: number[] = [];
  const profiles: number[] = [];
  const waits: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const shape = shapes(round).published;
    const id = await recipe(shape);
    const measured = await beside(async () => ended(await ask('POST', 'datasets/fromRecipe/', { recipeId: id })));
    const result = join(folder, `result-${round}.parquet`);
    const sql = compiled(shape, {});
    const copy = await beside(() => direct.run(`COPY (${sql}) TO ${parquetOptions(result, columns.length)}`));
    const profile = await beside(() =>
      withDuckdb({ config, files: [result] }, (session) => profileParquet(session, result)),
    );
    if (round === 0) continue;
    ours.push(measured.result);
    copies.push(copy.result);
    profiles.push(profile.result);
    waits.push(...measured.latenciesMs);
  }
  const seen = {
    ...{ bytes, columns: columns.length, calmP99: p99(calm.latenciesMs), previews },
    publish: { ms: median(ours), copyMs: median(copies), profileMs: median(profiles), waitP99: p99(waits) },
  };
  const { publish } = seen;
  record({
    title: 'Preview and publication of a recipe of six steps',
    work: { rows: ROWS, columns: seen.columns, csvBytes: seen.bytes, rounds: ROUNDS, threads: Number(THREADS) },
    figures: [
      { id: 'calm-p99', what: 'GET version/ on the idle server, p99', value: seen.calmP99, unit: 'ms' },
      ...seen.previews.flatMap(previewFigures),
      {
        id: 'publish-copy',
        what: 'Publication, against DuckDB that writes the result',
        value: publish.ms,
        unit: 'ms',
        peer: { name: 'COPY of DuckDB', version: DUCKDB, value: publish.copyMs },
        mustRatio: '<= 1.3',
      },
      {
        id: 'publish-copy-and-profile',
        what: 'Publication, against DuckDB that writes the result and our profile of it',
        value: publish.ms,
        unit: 'ms',
        peer: { name: 'COPY of DuckDB and our profile', version: DUCKDB, value: publish.copyMs + publish.profileMs },
        mustRatio: '<= 1.3',
      },
      { id: 'publish-profile', what: 'Our profile of the result alone', value: publish.profileMs, unit: 'ms' },
      {
        id: 'publish-p99',
        what: 'GET version/ during publication, p99',
        value: publish.waitP99,
        unit: 'ms',
        must: '< 20',
      },
    ],
  });
} finally {
  direct.closeSync();
  instance.closeSync();
  await server.stop();
  await removeFolder(folder);
}
