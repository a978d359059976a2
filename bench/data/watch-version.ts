import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 10;

/** Asks GET version/ every few milliseconds while the work goes on; answers how long each took. */
export async function watched<Result>(url: string, key: string, work: () => Promise<Result>) {
  const headers = { authorization: `Bearer ${key}` };
  const latenciesMs: number[] = [];
  let going = true;
  const watching = (async () => {
    while (going) {
      const started = performance.now();
      await (await fetch(`${url}/api/v2/version/`, { headers })).arrayBuffer();
      latenciesMs.push(performance.now() - started);
      await pause(EVERY_MS);
    }
  })();
  try {
    const result = await work();
    return {
      result,
      latenciesMs,
      p99Ms: [...latenciesMs].sort((a, b) => a - b)[Math.floor(latenciesMs.length * 0.99)],
    };
  } finally {
    going = false;
    await watching;
  }
}
