import { Agent, request } from 'undici';

export interface Target {
  readonly name: string;
  /** Of chat completions. */
  readonly url: string;
  readonly key: string;
  /** Before the model's name. */
  readonly prefix: string;
}

export interface Timed {
  readonly firstMs: number;
  readonly totalMs: number;
}

const agent = new Agent({ connections: null, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 });

async function call({ url, key, prefix }: Target, model: string, stream: boolean): Promise<Timed> {
  const began = performance.now();
  const { statusCode, body } = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: prefix + model,
      stream,
      messages: [{ role: 'user', content: 'Tell me a story of fifty words about a lighthouse and the sea.' }],
    }),
  });
  let firstMs = 0;
  let last = '';
  for await (const chunk of body) {
    if (firstMs === 0) firstMs = performance.now() - began;
    last = String(chunk);
  }
  if (statusCode !== 200 || (stream && !last.includes('[DONE]'))) throw new Error(`${url}: ${statusCode} ${last}`);
  return { firstMs, totalMs: performance.now() - began };
}

/** So many streams at once, each place taken again as soon as it is free. */
export async function streams(target: Target, model: string, places: number, each: number): Promise<Timed[]> {
  const seen: Timed[] = [];
  await Promise.all(
    Array.from({ length: places }, async (_, place) => {
      // Not all in one instant: callers do not march in step.
      await new Promise((resolve) => setTimeout(resolve, (place * 1000) / places));
      for (let n = 0; n < each; n++) seen.push(await call(target, model, true));
    }),
  );
  return seen;
}

/** Calls per second over a span. */
export async function perSecond(target: Target, model: string, stream: boolean, places: number, seconds: number) {
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: places }, async () => {
      while (performance.now() < until) {
        await call(target, model, stream);
        done++;
      }
    }),
  );
  return done / ((performance.now() - began) / 1000);
}

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
