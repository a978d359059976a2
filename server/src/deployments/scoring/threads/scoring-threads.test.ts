import { afterEach, expect, test } from 'vitest';
import { aRowModel } from '../../model.fixtures.ts';
import { openModel } from '../cached-model.ts';
import { DEFAULT_REQUEST, scoreRequest } from '../score-request.ts';
import { sourceOf } from '../scoring.fixtures.ts';
import type { ScoringRequest } from '../scoring-request.ts';
import { DEFAULT_OPTIONS } from '../scoring-request.ts';
import { CallerLeft, QueueFull, ScoringThreads } from './scoring-threads.ts';

const source = sourceOf('model 1', await aRowModel('binary'));
const anomalies = sourceOf('anomalies', await aRowModel('anomaly'));
const load = () => Promise.resolve(source);
const csv = (text: string) => ({ ...DEFAULT_REQUEST, bytes: Buffer.from(text), format: 'csv' as const });
const short = csv('size,colour,rooms\n100,red,3\n50,blue,\n');
/** Takes half an hour: nobody waits for its end. */
const long: ScoringRequest = {
  ...csv(`size,colour,rooms\n${'100,red,3\n'.repeat(500_000)}`),
  options: { ...DEFAULT_OPTIONS, maxExplanations: 3 },
};

const open: ScoringThreads[] = [];
const threadsOf = (threads: number, queueBytes = 2 ** 30): ScoringThreads => {
  const made = new ScoringThreads({ threads, modelBytes: 2 ** 30, queueBytes });
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const threads of open.splice(0)) await threads.close();
});

const ann = { organizationId: 'one', id: 'ann' };
const bob = { organizationId: 'one', id: 'bob' };
const carl = { organizationId: 'two', id: 'carl' };
const ask = (threads: ScoringThreads, caller: typeof ann, request: ScoringRequest, gone?: AbortSignal) => {
  const model = request === long ? anomalies : source;
  const answer = threads.score({ caller, modelId: model.id, load: () => Promise.resolve(model), request, gone });
  answer.catch(() => undefined);
  return answer;
};

test('threads answer as the loop does, refuse as it does, and are told a model once', async () => {
  const threads = threadsOf(1);
  const model = openModel(source);
  let loads = 0;
  const counted = () => {
    loads++;
    return load();
  };
  const answer = (request: ScoringRequest) =>
    threads.score({ caller: ann, modelId: 'model 1', load: counted, request });
  const own = scoreRequest(model, short);
  for (let i = 0; i < 3; i++) {
    const { body, rows, scored } = await answer(short);
    expect(Buffer.from(body).toString()).toBe(own.text);
    expect([rows, Array.from(scored.values)]).toEqual([2, Array.from(own.scored.values)]);
  }
  await expect(answer(csv('size\n1\n'))).rejects.toMatchObject({ code: 'missing-columns' });
  expect(loads).toBe(1);
});

test('work ends when its caller leaves, whatever it is doing, and the thread answers the next one', async () => {
  const threads = threadsOf(1);
  await ask(threads, ann, short);
  const leaving = new AbortController();
  const running = ask(threads, ann, long, leaving.signal);
  const waiting = ask(threads, ann, long, leaving.signal);
  expect(threads.busy).toBe(1);
  leaving.abort();
  await expect(waiting).rejects.toBeInstanceOf(CallerLeft);
  await expect(running).rejects.toBeInstanceOf(CallerLeft);
  expect(threads.busy).toBe(0);
  expect((await ask(threads, ann, short)).rows).toBe(2);
  await expect(ask(threads, ann, short, AbortSignal.abort())).rejects.toBeInstanceOf(CallerLeft);
});

test('a caller who holds all threads keeps no other caller waiting, nor an organization the others', async () => {
  const threads = threadsOf(1);
  for (let i = 0; i < 4; i++) void ask(threads, ann, long);
  expect(threads.busy).toBe(1);
  expect((await ask(threads, bob, short)).rows).toBe(2);
  void ask(threads, bob, long);
  expect(threads.busy).toBe(2);
  expect((await ask(threads, carl, short)).rows).toBe(2);
  // A third caller of the same organization waits: the last thread is for others.
  void ask(threads, { organizationId: 'one', id: 'dora' }, long);
  expect(threads.busy).toBe(2);
  expect((await ask(threads, carl, short)).rows).toBe(2);
});

test('what one caller has waiting is bounded, with the limit in the refusal', async () => {
  const threads = threadsOf(1, long.bytes.length + 10);
  void ask(threads, ann, long);
  void ask(threads, ann, long);
  await expect(ask(threads, ann, short)).rejects.toMatchObject({ most: long.bytes.length + 10 });
  await expect(ask(threads, ann, short)).rejects.toBeInstanceOf(QueueFull);
  expect((await ask(threads, bob, short)).rows).toBe(2);
});
