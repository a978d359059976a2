/**
 * From an uploaded CSV of 1M rows x 20 columns to Parquet with a full profile, through the real server and its worker.
 * Peer in the same run: DuckDB alone, on a connection that is already open, reading the same file into Parquet with the
 * same threads and compression; rounds of both alternate. Meanwhile another client asks GET version/ all the time. With
 * `large` as an argument, a file of 2 GB besides, for the memory of server and worker.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { startInstallation } from '../../conformance/support/installation.ts';
import { load, median, quantile, round, timed } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { record } from '../record.ts';
import { client } from './client.ts';
import { peakMemory } from './peak-memory.ts';
import { watched } from './watch-version.ts';

const ROWS = 1_000_000;
const LARGE_ROWS = 9_000_000;
const THREADS = '2';
const ROUNDS = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 5);

const table = (
  rows: number,
) => `SELECT i AS id, (hash(i) % 1000)::INT AS i1, (hash(i, 1) % 100000)::INT AS i2, hash(i, 2) % 7 AS i3,
  hash(i, 3) % 2 = 0 AS flag, (hash(i, 4) % 1000003) / 997 AS d1, (hash(i, 5) % 10000) / 100 AS d2, (hash(i, 6) % 1000003) / 1000003 AS d3,
  (hash(i, 7) % 1000000007) / 1000 AS d4, (hash(i, 8) % 1000003) / 7 - 50000 AS d5, (hash(i, 9) % 1000003) / 333 AS d6,
  'cat' || hash(i, 10) % 20 AS c1, ['red', 'green', 'blue', 'teal'][(hash(i, 11) % 4 + 1)::INT] AS c2,
  'store ' || hash(i, 12) % 500 AS c3, 'c' || hash(i, 13) % 50000 AS c4, DATE '2020-01-01' + (i % 1500)::INT AS day,
  TIMESTAMP '2020-01-01' + to_seconds(i * 60) AS ts, CASE WHEN i % 13 = 0 THEN NULL ELSE (hash(i, 14) % 1000003) / 111 END AS m1,
  CASE WHEN i % 7 = 0 THEN NULL ELSE hash(i, 15) % 90 END AS m2, 'note, number ' || i || ' of a long text' AS txt FROM range(${rows}) t(i)`;

const folder = await temporaryFolder();
const server = await startInstallation({ ALMANAC_SQL_THREADS: THREADS, ALMANAC_CHECK_REPLIES: 'false' });
const { begin, ended } = client(server);
const instance = await DuckDBInstance.create(':memory:', { threads: THREADS, memory_limit: '2GB' });
const direct = await instance.connect();

try {
  const csv = join(folder, 'million.csv');
  await direct.run(`COPY (${table(ROWS)}) TO '${csv}' (HEADER)`);
  const target = join(folder, 'peer.parquet');
  const [ours, sent, peer, latencies] = [[] as number[], [] as number[], [] as number[], [] as number[]];
  for (let n = 0; n < ROUNDS; n++) {
    peer.push(
      await timed(() => direct.run(`COPY (FROM read_csv('${csv}')) TO '${target}' (FORMAT parquet, COMPRESSION zstd)`)),
    );
    const started = performance.now();
    const begun = await begin(csv);
    sent.push(performance.now() - started);
    const { latenciesMs } = await watched(server, async () => ours.push(await timed(() => ended(begun))));
    latencies.push(...latenciesMs);
  }
  const calm = await watched(server, () => pause(3000));
  const figures: Record<string, unknown> = {
    rows: ROWS,
    columns: 20,
    'CSV MB': Math.round((await stat(csv)).size / 1e6),
    rounds: ROUNDS,
    threads: Number(THREADS),
    'ingest and profile ms': Math.round(median(ours)),
    'DuckDB alone ms': Math.round(median(peer)),
    ratio: round(median(ours) / median(peer)),
    'upload before that ms': Math.round(median(sent)),
    'GET version/ p99 ms meanwhile': quantile(latencies, 0.99),
    'GET version/ p99 ms, nothing else going on': quantile(calm.latenciesMs, 0.99),
    'load of the machine': load(),
  };
  if (process.argv.includes('large')) {
    const large = join(folder, 'large.csv');
    await direct.run(`COPY (${table(LARGE_ROWS)}) TO '${large}' (HEADER)`);
    figures['large CSV MB'] = Math.round((await stat(large)).size / 1e6);
    const begun = await begin(large);
    figures['large ingest ms'] = Math.round(await timed(() => ended(begun)));
  }
  const { serve, work } = peakMemory(String(server.env.ALMANAC_DATA_DIR));
  record('data-ingest', { ...figures, 'peak memory of serve MB': serve, 'peak memory of the worker MB': work });
} finally {
  direct.closeSync();
  instance.closeSync();
  await server.stop();
  await removeFolder(folder);
}
