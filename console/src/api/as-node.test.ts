import { expect, test } from 'vitest';
import { asNode } from './as-node.ts';
import { get } from './call.ts';
import { predictionCalls } from './predictions.ts';

const ORIGIN = 'https://almanac.example.org';

/** Runs the program with a `fetch` that only notes what it was asked. */
async function asked(program: string): Promise<{ url: string; init: RequestInit }> {
  const noted: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    noted.push({ url, init });
    return { ok: true, json: async () => ({}) };
  };
  const run = new Function('fetch', 'console', `return (async () => { ${program} })()`);
  await run(fetch, { log: () => undefined });
  return noted[0] ?? { url: '', init: {} };
}

test('rows reach the deployment as they are', async () => {
  const rows = [{ town: "O'Higgins", size: 12, note: null }];
  const { url, init } = await asked(asNode(predictionCalls.rows('65f0', rows, 3), ORIGIN));
  expect(url).toBe(`${ORIGIN}/api/v2/deployments/65f0/predictions?maxExplanations=3`);
  expect(init.method).toBe('POST');
  expect(JSON.parse(String(init.body))).toEqual(rows);
});

test('a GET needs a key and nothing else', async () => {
  const { init } = await asked(asNode(get('version/'), ORIGIN));
  expect(Object.keys(init)).toEqual(['headers']);
});
