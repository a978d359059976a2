/**
 * A batch job of 5M rows x 20 columns through the real server and its worker: created, uploaded from a file over HTTP,
 * scored, and downloaded while it runs, with a boosted model of 100 trees x 31 leaves behind a deployment. Peer in the same run: DuckDB
 * reads the same file into arrays and LightGBM predicts them with a model of as many trees and leaves; it writes nothing.
 * Rounds alternate, the best of each counts. `drift` besides: the same with every row recorded for monitoring.
 * Run: npm run bench -- batch [rows] [rounds] [drift]
 */
import { execFile, execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { startInstallation } from '../../conformance/support/installation.ts';
import { peakMemory } from '../data/peak-memory.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { pythonVersion, pythonWith } from '../processes.ts';
import { record } from '../record.ts';
import { deployTrees } from './deploy-trees.ts';

const [ROWS = 5_000_000, ROUNDS = 3] = process.argv.filter((word) => /^\d+$/.test(word)).map(Number);
const isWatched = process.argv.includes('drift');
const COLUMNS = 20;
const TREES = 100;
const THREADS = 2;
const PEER = join(import.meta.dirname, 'batch-peer.py');

const cells = Array.from(
  { length: COLUMNS },
  (_, c) => `round((hash(i, ${c}) % 1000003) / ${[997, 31, 7, 1009][c % 4]}, ${c % 4}) AS x${c}`,
);
const table = (rows: number, more = '') => `SELECT ${cells.join(', ')}${more} FROM range(${rows}) t(i)`;
const learned = `, x0 + 3 * sin(x1 / 3000) * x2 / 100 + CASE WHEN x5 > 20000 THEN x3 ELSE x4 / 2 END AS y`;

const python = pythonWith('bench-venv', ['lightgbm', 'duckdb', 'numpy']);
const folder = await temporaryFolder();
const instance = await DuckDBInstance.create(':memory:', { threads: String(THREADS) });
const duckdb = await instance.connect();
const file = join(folder, 'rows.csv');
const training = join(folder, 'training.csv');
const model = join(folder, 'lightgbm.txt');
await duckdb.run(`COPY (${table(ROWS)}) TO '${file}' (HEADER)`);
await duckdb.run(`COPY (SELECT *${learned} FROM (${table(20_000)})) TO '${training}' (HEADER)`);
const { size } = await stat(file);
execFileSync(python, [PEER, 'train', training, model, String(THREADS), String(TREES)]);

const server = await startInstallation({ ALMANAC_CHECK_REPLIES: 'false', ALMANAC_MAX_UPLOAD_BYTES: String(size * 2) });
const headers = { authorization: `Bearer ${server.adminKey}` };
const path = `${server.url}/api/v2/batchPredictions/`;

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
const json = async (url: string, init: RequestInit = {}): Promise<any> => {
  const reply = await fetch(url, { ...init, headers: { ...headers, ...init.headers } });
  if (!reply.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${reply.status} ${await reply.text()}`);
  return reply.json();
};

/** Time, bytes of the answer, and how long the upload took. */
async function batch(deploymentId: string) {
  const started = performance.now();
  const body = JSON.stringify({ deploymentId, skipDriftTracking: !isWatched });
  const job = await json(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const uploading = json(job.links.csvUpload, {
    method: 'PUT',
    body: createReadStream(file, { highWaterMark: 1024 ** 2 }) as unknown as ReadableStream,
    headers: { 'content-type': 'text/csv', 'content-length': String(size) },
    ...({ duplex: 'half' } as object),
  }).then(
    () => performance.now() - started,
    async (error: unknown) => {
      const { status, logs } = await json(`${path}${job.id}/`);
      throw new Error(`The upload ended early, the job is ${status}: ${logs.join('; ')}`, { cause: error });
    },
  );
  const reply = await fetch(`${path}${job.id}/download/`, { headers });
  let bytes = 0;
  for await (const chunk of reply.body ?? []) bytes += chunk.length;
  const seconds = (performance.now() - started) / 1000;
  const uploaded = (await uploading) / 1000;
  for (;;) {
    const seen = await json(`${path}${job.id}/`);
    if (seen.status === 'COMPLETED' && seen.scoredRows === ROWS) break;
    if (seen.status !== 'RUNNING') throw new Error(`${seen.status}: ${seen.logs.join('\n')}`);
    await pause(20);
  }
  await json(`${path}${job.id}/`, { method: 'DELETE' });
  return { seconds, uploaded, bytes };
}

interface Peer {
  readonly read: number;
  readonly seconds: number;
  readonly mb: number;
}

/** Not in step with our own loop, which has to see that kept connections were closed meanwhile. */
const peer = async (): Promise<Peer> =>
  JSON.parse((await promisify(execFile)(python, [PEER, 'predict', file, model, String(THREADS)])).stdout);

try {
  const deploymentId = await deployTrees(server, training, COLUMNS, TREES);
  const [ours, theirs] = [[] as Awaited<ReturnType<typeof batch>>[], [] as Peer[]];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await peer());
    ours.push(await batch(deploymentId));
    console.log({ ours: ours.at(-1), theirs: theirs.at(-1), load: loadavg()[0] });
  }
  const best = <T extends { seconds: number }>(runs: readonly T[]) =>
    runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const [our, their] = [best(ours), best(theirs)];
  const memory = peakMemory(String(server.env.ALMANAC_DATA_DIR));
  const seen = {
    megabytes: Math.round(size / 1e6),
    ...{ seconds: our.seconds, uploadSeconds: our.uploaded, peerSeconds: their.seconds, peerReadSeconds: their.read },
    ...{ serveMb: memory.serve, workerMb: memory.work, peerMb: their.mb },
  };
  const version = `DuckDB ${pythonVersion(python, 'duckdb')}, LightGBM ${pythonVersion(python, 'lightgbm')}`;
  const reads = (value: number) => ({ name: 'DuckDB reads, LightGBM predicts, nothing is written', version, value });
  record({
    name: isWatched ? 'batch-drift' : 'batch',
    title: `Batch job of ${ROWS.toLocaleString('en')} rows, upload to download${isWatched ? ', recorded for monitoring' : ''}`,
    work: { rows: ROWS, columns: COLUMNS, megabytes: seen.megabytes, trees: TREES, rounds: ROUNDS, threads: THREADS },
    figures: [
      {
        id: 'seconds',
        what: 'Whole job, best round',
        value: seen.seconds,
        unit: 's',
        peer: reads(seen.peerSeconds),
        mustRatio: '<= 1',
      },
      { id: 'upload', what: 'Upload', value: seen.uploadSeconds, unit: 's' },
      { id: 'peer-read', what: 'Reading of the file by the peer', value: seen.peerReadSeconds, unit: 's' },
      {
        id: 'memory',
        what: 'Peak memory of server and worker together',
        value: seen.serveMb + seen.workerMb,
        unit: 'MB',
        peer: reads(seen.peerMb),
        must: '< 1000',
      },
      { id: 'server-memory', what: 'Peak memory of the server', value: seen.serveMb, unit: 'MB' },
      { id: 'worker-memory', what: 'Peak memory of the worker', value: seen.workerMb, unit: 'MB' },
    ],
  });
} finally {
  await server.stop();
  await removeFolder(folder);
}
