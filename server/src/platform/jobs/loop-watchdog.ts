import { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 1_000;

/**
 * Runs in a thread of its own, as text so that it needs no file beside the bundle. It counts how often it looked and found
 * no sign of life, not the time: a machine that was suspended is not blocked.
 */
const THREAD = `
const { workerData: { beats, looks, every } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
let last = -1;
let silent = 0;
setInterval(() => {
  const seen = Atomics.load(beats, 0);
  silent = seen === last ? silent + 1 : 0;
  last = seen;
  if (silent < looks) return;
  writeSync(2, JSON.stringify({ level: 60, msg: 'The event loop of this worker process was blocked for ' +
    (looks * every) / 1000 + ' seconds; the process ends itself and its jobs go to another' }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, every);
`;

/**
 * Ends this process when its event loop stands still: no timer, cancellation or limit could end the job that blocks it.
 * Whoever started the process starts it again, and the sweep of any worker finds its jobs. Answers how to stop watching.
 */
export function watchLoop(seconds: number): () => Promise<void> {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const every = Math.min(LOOK_EVERY_MS, (seconds * 1000) / 4);
  const looks = Math.ceil((seconds * 1000) / every);
  const thread = new Worker(THREAD, { eval: true, workerData: { beats, looks, every } });
  thread.unref();
  const timer = setInterval(() => Atomics.add(beats, 0, 1), every / 2).unref();
  return async () => {
    clearInterval(timer);
    await thread.terminate();
  };
}
