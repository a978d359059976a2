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
import { median, quantile, round, timed } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { packageVersion, record } from '../record.ts';
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
  const copy = `COPY (FROM read_csv('${csv}')) TO '${target}' (FORMAT parquet, COMPRESSION zstd)`;
  for (let n = 0; n <= ROUNDS; n++) {
    const copied = await timed(() => direct.run(copy));
    const started = performance.now();
    const begun = await begin(csv);
    const uploaded = performance.now() - started;
    const { result, latenciesMs } = await watched(server, () => timed(() => ended(begun)));
    if (n === 0) continue; // the first loads libraries and files on both sides
    peer.push(copied);
    sent.push(uploaded);
    ours.push(result);
    latencies.push(...latenciesMs);
  }
  const calm = await watched(server, () => pause(3000));
  const csvMegabytes = Math.round((await stat(csv)).size / 1e6);
  const large = process.argv.includes('large') ? await ingestLarge() : null;
  const { serve, work } = peakMemory(String(server.env.ALMANAC_DATA_DIR));
  const seen = {
    ...{ ms: Math.round(median(ours)), peerMs: Math.round(median(peer)), ratio: round(median(ours) / median(peer)) },
    uploadMs: Math.round(median(sent)),
    busyP99: quantile(latencies, 0.99),
    calmP99: quantile(calm.latenciesMs, 0.99),
    ...{ csvMegabytes, large, serveMb: serve, workerMb: work },
  };
  const memory = seen.large === null ? {} : { must: '< 1000' as const };
  record({
    title: 'From an uploaded CSV to Parquet with a full profile',
    work: {
      ...{ rows: ROWS, columns: 20, csvMegabytes: seen.csvMegabytes, rounds: ROUNDS, threads: Number(THREADS) },
      ...(seen.large && { largeCsvMegabytes: seen.large.megabytes }),
    },
    figures: [
      {
        id: 'ingest',
        what: 'Ingest and full profile',
        value: seen.ms,
        unit: 'ms',
        peer: {
          name: 'DuckDB reads the file into Parquet',
          version: packageVersion('@duckdb/node-api'),
          value: seen.peerMs,
        },
        ratio: seen.ratio,
        mustRatio: '<= 2.5',
      },
      { id: 'upload', what: 'Upload before that', value: seen.uploadMs, unit: 'ms' },
      { id: 'busy-p99', what: 'GET version/ meanwhile, p99', value: seen.busyP99, unit: 'ms', must: '< 20' },
      { id: 'calm-p99', what: 'GET version/ on the idle server, p99', value: seen.calmP99, unit: 'ms' },
      ...(seen.large ? [{ id: 'large', what: 'Ingest of a 2 GB file', value: seen.large.ms, unit: 'ms' }] : []),
      { id: 'server-memory', what: 'Peak memory of the server', value: seen.serveMb, unit: 'MB', ...memory },
      { id: 'worker-memory', what: 'Peak memory of the worker', value: seen.workerMb, unit: 'MB', ...memory },
    ],
  });
} finally {
  direct.closeSync();
  instance.closeSync();
  await server.stop();
  await removeFolder(folder);
}

/** A file of 2 GB, for the memory of server and worker. */
async function ingestLarge(): Promise<{ readonly megabytes: number; readonly ms: number }> {
  const path = join(folder, 'large.csv');
  await direct.run(`COPY (${table(LARGE_ROWS)}) TO '${path}' (HEADER)`);
  const begun = await begin(path);
  const ms = Math.round(await timed(() => ended(begun)));
  return { megabytes: Math.round((await stat(path)).size / 1e6), ms };
}
