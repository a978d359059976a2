/**
 * Previews and publication of six-step recipes over 1M rows x 20 columns, from the request to the finished status.
 * Peer in the same run: the same SQL in DuckDB directly, on the same file, on a connection that is already open: rows
 * fetched for a preview, COPY to Parquet (and our profile of the result) for a publication. Meanwhile another client
 * asks GET version/ all the time.
 */
import { stat } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { startInstallation } from '../../conformance/support/installation.ts';
import { withDuckdb } from '../../server/src/data/duckdb/duckdb-session.ts';
import { parquetOptions } from '../../server/src/data/duckdb/duckdb-sql.ts';
import { profileParquet } from '../../server/src/data/profile/profile-parquet.ts';
import { columnType, compileRecipe, type RecipeInput } from '../../server/src/data/recipes/compiler/index.ts';
import { median, quantile, timed } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { record } from '../record.ts';
import { client } from './client.ts';
import { type Shape, shapes } from './recipe-shapes.ts';
import { watched } from './watch-version.ts';

const ROWS = 1_000_000;
const ROUNDS = Number(process.argv[2] ?? 5);
const THREADS = '2';
const MEMORY = 512 * 1024 ** 2;

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

  const figures: Record<string, unknown> = { rows: ROWS, columns: columns.length, 'CSV bytes': bytes, rounds: ROUNDS };
  const calm = await beside(() => pause(3000));
  figures['GET version/ p99 ms, nothing else going on'] = p99(calm.latenciesMs);

  const note = (name: string, value: number) => {
    figures[name] = value;
    console.error(`${name}: ${value.toFixed(2)}`);
  };
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
    note(`preview, ${name}: ms`, median(ours));
    note(`preview, ${name}: DuckDB directly, ms`, median(theirs));
    note(`preview, ${name}: times DuckDB (wanted under 1.5)`, median(ours) / median(theirs));
    note(`preview, ${name}: GET version/ p99 ms (wanted under 20)`, p99(waits));
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
  note('publish: ms', median(ours));
  note('publish: DuckDB directly, COPY, ms', median(copies));
  note('publish: our profile of the result alone, ms', median(profiles));
  note('publish: times COPY', median(ours) / median(copies));
  note('publish: times COPY and profile (wanted at most 1.3)', median(ours) / (median(copies) + median(profiles)));
  note('publish: GET version/ p99 ms (wanted under 20)', p99(waits));
  figures['load of the machine'] = loadavg()[1];
  record('recipes', figures);
} finally {
  direct.closeSync();
  instance.closeSync();
  await server.stop();
  await removeFolder(folder);
}
