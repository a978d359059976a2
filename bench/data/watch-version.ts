import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from '../../conformance/support/installation.ts';
import { timed } from '../measure.ts';

const EVERY_MS = 10;

/** Asks GET version/ every few milliseconds while the work goes on: what the work gave, and how long each reply took. */
export async function watched<Result>({ url, adminKey }: Installation, work: () => Promise<Result>) {
  const headers = { authorization: `Bearer ${adminKey}` };
  const latenciesMs: number[] = [];
  let going = true;
  const watching = (async () => {
    while (going) {
      latenciesMs.push(await timed(async () => (await fetch(`${url}/api/v2/version/`, { headers })).arrayBuffer()));
      await pause(EVERY_MS);
    }
  })();
  try {
    return { result: await work(), latenciesMs };
  } finally {
    going = false;
    await watching;
  }
}
