/**
 * What it costs to hand a prediction request to a thread and take the answer back, over answering it on the loop: the same
 * request both ways, in one process. The limit from which on requests go to threads rests on it.
 */

import { openModel } from '../../server/src/deployments/scoring/cached-model.ts';
import { DEFAULT_REQUEST, scoreRequest } from '../../server/src/deployments/scoring/score-request.ts';
import { ScoringThreads } from '../../server/src/deployments/scoring/threads/scoring-threads.ts';
import { median, round, timed } from '../measure.ts';
import { record } from '../record.ts';
import { names, requestedRows, servedModel } from './served-model.ts';

const RUNS = 200;
const column = {
  kind: 'numeric',
  featureType: 'Numeric',
  dateFormat: null,
  needed: true,
  knownInAdvance: false,
} as const;
const manifest = {
  plan: {} as never,
  target: { name: 'y', type: 'Regression', classes: [] },
  columns: names.map((name) => ({ name, ...column, importance: null })),
  transforms: [],
  usualRange: null,
  artifact: { kind: 'rows', weights: [1] },
} as const;
const source = { id: 'bench', modelId: 'bench', manifest, files: [await servedModel()] };
const model = openModel(source);
const threads = new ScoringThreads({ threads: 1, modelBytes: 2 ** 30, queueBytes: 2 ** 30 });

const seen: { rows: number; loop: number; thread: number }[] = [];
for (const rows of [1, 10, 100, 1000]) {
  const text = `${names.join(',')}\n${requestedRows(rows)
    .map((row) => names.map((name) => row[name]).join(','))
    .join('\n')}\n`;
  const bytes = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text)));
  bytes.set(Buffer.from(text));
  const request = { ...DEFAULT_REQUEST, bytes, format: 'csv' as const };
  const middle = async (work: () => unknown): Promise<number> => {
    const taken: number[] = [];
    for (let i = 0; i < RUNS; i++) taken.push(await timed(work));
    return median(taken);
  };
  const loop = await middle(() => scoreRequest(model, request));
  const caller = { organizationId: 'bench', id: 'bench' };
  const load = () => Promise.resolve(source);
  const thread = await middle(() => threads.score({ caller, modelId: 'bench', load, request }));
  seen.push({ rows, loop: round(loop, 3), thread: round(thread, 3) });
}
await threads.close();
record({
  title: 'A prediction request in a scoring thread, beside the same on the event loop',
  work: { trees: 500, runs: RUNS },
  figures: seen.map(({ rows, loop, thread }) => ({
    id: `rows-${rows}`,
    what: `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} in a thread, median`,
    value: thread,
    unit: 'ms',
    peer: { name: 'on the event loop', version: null, value: loop },
  })),
});
