/**
 * A request of 10,000 rows of CSV over HTTP, JSON back, to a 500-tree model, against LightGBM's predict after pandas'
 * read_csv of the same bytes in one Python process, on all cores. Best of several, in turns.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { median, round } from '../measure.ts';
import { CACHE, pythonVersion } from '../processes.ts';
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
  const seenRounds: { ours: Times; peer: Times }[] = [];
  for (let n = 0; n < ROUNDS; n++) seenRounds.push({ ours: await times(), peer: peer() });
  const best = (side: 'ours' | 'peer') => Math.min(...seenRounds.map((one) => one[side].best));
  const seen = {
    ...{ bytes: body.length, ms: round(best('ours'), 1), peerMs: round(best('peer'), 1) },
    ...{ ratio: round(best('ours') / best('peer')) },
    medianRatio: round(median(seenRounds.map((one) => one.ours.median / one.peer.median))),
  };
  const version = `pandas ${pythonVersion(python, 'pandas')}, LightGBM ${pythonVersion(python, 'lightgbm')}`;
  record({
    title: 'Prediction request of 10,000 rows of CSV',
    work: {
      rows: ROWS,
      bytes: seen.bytes,
      trees: 500,
      columns: 20,
      rounds: ROUNDS,
      runs: RUNS,
      peerThreads: cpus().length,
    },
    note: 'Ours over HTTP with a JSON answer; the peer in one process, without HTTP and without writing an answer.',
    figures: [
      {
        id: 'best',
        what: 'Time, best',
        value: seen.ms,
        unit: 'ms',
        peer: { name: 'pandas reads, LightGBM predicts', version, value: seen.peerMs },
        ratio: seen.ratio,
        mustRatio: '<= 1',
      },
      {
        id: 'median-ratio',
        what: 'Time over that of the peer, medians',
        value: seen.medianRatio,
        unit: 'x',
        must: '<= 1',
      },
    ],
  });
} finally {
  await ours.stop();
}
