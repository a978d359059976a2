/**
 * A request of 10,000 rows of CSV over HTTP, JSON back, to a 500-tree model, against LightGBM's predict after pandas'
 * read_csv of the same bytes in one Python process, on all cores. Best of several, in turns.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { median, round } from '../measure.ts';
import { CACHE } from '../processes.ts';
import { record } from '../record.ts';
import { benchServer } from './bench-server.ts';
import { ensurePython, lightgbmModel, names, requestedRows } from './served-model.ts';

const ROWS = 10_000;
const ROUNDS = 5;
const RUNS = 12;

const python = ensurePython();
const model = lightgbmModel();
const rows = requestedRows(ROWS).map((row) => names.map((name) => row[name]).join(','));
const body = `${names.join(',')}\n${rows.join('\n')}\n`;
const file = join(CACHE, 'bench-serving-data', 'asked.csv');
writeFileSync(file, body);
const ours = await benchServer();

const ask = async (): Promise<number> => {
  const began = performance.now();
  const headers = { ...ours.headers, 'content-type': 'text/csv' };
  const reply = await fetch(ours.predictions, { method: 'POST', body, headers });
  const text = await reply.text();
  const took = performance.now() - began;
  if (reply.status !== 200 || JSON.parse(text).data.length !== ROWS)
    throw new Error(`${reply.status}: ${text.slice(0, 200)}`);
  return took;
};

interface Times {
  readonly best: number;
  readonly median: number;
}

const times = async (): Promise<Times> => {
  const taken: number[] = [];
  for (let i = 0; i < RUNS; i++) taken.push(await ask());
  return { best: Math.min(...taken), median: median(taken) };
};
const script = join(import.meta.dirname, 'csv_peer.py');
const peer = (): Times =>
  JSON.parse(execFileSync(python, [script, model, file, String(RUNS), String(cpus().length)], { encoding: 'utf8' }));

try {
  await times(); // warm-up
  const seen: { ours: Times; peer: Times }[] = [];
  for (let n = 0; n < ROUNDS; n++) seen.push({ ours: await times(), peer: peer() });
  const best = (side: 'ours' | 'peer') => Math.min(...seen.map((one) => one[side].best));
  record('deployments-csv', {
    work: `a request of ${ROWS} rows of CSV (${body.length} bytes) over HTTP, JSON back, 500 trees, 20 columns`,
    peer: `pandas read_csv and LightGBM predict on ${cpus().length} threads, in one process, no HTTP, no answer written`,
    oursBestMs: round(best('ours'), 1),
    peerBestMs: round(best('peer'), 1),
    timeRatio: round(best('ours') / best('peer')),
    medianRatio: round(median(seen.map((one) => one.ours.median / one.peer.median))),
    must: 'time <= 1.0 x',
    load: loadavg()[0],
  });
} finally {
  await ours.stop();
}
