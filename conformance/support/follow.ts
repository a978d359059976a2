import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type CallOptions, call } from './call.ts';

const LONGEST_MS = 90_000;

/** Polls the status a 202 points to, as clients do: the finished thing's path, or the sentence of the failure. */
export async function follow(started: Answer, options: CallOptions = {}): Promise<{ path?: string; failure?: string }> {
  if (started.status !== 202) throw new Error(`Nothing was started: ${started.status} ${started.text}`);
  const status = new URL(started.headers.get('location') ?? '').pathname;
  const deadline = Date.now() + LONGEST_MS;
  while (Date.now() < deadline) {
    const seen = await call('GET', status, options);
    if (seen.status === 303) return { path: new URL(seen.headers.get('location') ?? '').pathname };
    if (['ERROR', 'ABORTED', 'EXPIRED'].includes(seen.body?.status)) return { failure: seen.body.message };
    await pause(100);
  }
  throw new Error(`Not finished in time: ${status}`);
}
