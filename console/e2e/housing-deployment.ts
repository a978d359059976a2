import { setTimeout as pause } from 'node:timers/promises';
import type { APIResponse, Page } from 'playwright-core';

const TOWNS = ['Oslo', 'Rome', 'Lima'];
const LOOK_EVERY_MS = 150;

/** Housing as CSV, the same every time; `moved` makes them larger. With the target they are rows to learn from. */
export function housingCsv(rows: number, moved = 0, withTarget = true): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const [size, age] = [((i * 37) % 100) + moved, (i * 17) % 40];
    const sold = 3 * size - age + ((i * 7919) % 60) > 150 ? 'yes' : 'no';
    return [size, age, TOWNS[i % 3], ...(withTarget ? [sold] : [`house-${moved}-${i}`])].join(',');
  });
  return [`size,age,town,${withTarget ? 'sold' : 'id'}`, ...lines, ''].join('\n');
}

interface Sent {
  readonly data?: object;
  readonly csv?: string;
  readonly file?: string;
  /** An API key beside the session, for routes that take no session. */
  readonly key?: string;
}

/** One request with the session of the page; refusals are answers too. */
export function request(
  page: Page,
  method: string,
  path: string,
  { data, csv, file, key }: Sent = {},
): Promise<APIResponse> {
  const url = new URL(path, new URL('/api/v2/', page.url()));
  const part = { name: 'housing.csv', mimeType: 'text/csv', buffer: Buffer.from(file ?? '') };
  return page.request.fetch(url.href, {
    method,
    maxRedirects: 0,
    headers: {
      origin: url.origin,
      ...(csv === undefined ? {} : { 'content-type': 'text/csv' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(data ? { data } : {}),
    ...(csv === undefined ? {} : { data: csv }),
    ...(file === undefined ? {} : { multipart: { projectName: 'Housing', file: part } }),
  });
}

/** A fresh API key of whoever is signed in. */
export async function aKey(page: Page): Promise<string> {
  const waitForResult = await request(page, 'POST', 'account/apiKeys/', { data: { name: 'Calls of services' } });
  return ((await waitForResult.json()) as { key: string }).key;
}

/** Begins something and waits for what it makes: the path of it. */
async function waitForResult(page: Page, method: string, path: string, sent: Sent): Promise<string> {
  const begun = await request(page, method, path, sent);
  if (begun.status() !== 202) throw new Error(`${path} answered ${begun.status()}: ${await begun.text()}`);
  const status = begun.headers().location ?? '';
  for (;;) {
    const seen = await request(page, 'GET', status);
    if (seen.status() === 303) return new URL(seen.headers().location ?? '').pathname;
    const { status: word, message } = (await seen.json()) as { status: string; message: string };
    if (/error|abort/i.test(word)) throw new Error(`${path}: ${message}`);
    await pause(LOOK_EVERY_MS);
  }
}

/** A small model that tells whether a house was sold, behind a deployment: its id. */
export async function deployHousing(page: Page, label: string, kind = /logistic|elastic/i): Promise<string> {
  const project = await waitForResult(page, 'POST', 'projects/', { file: housingCsv(240) });
  await waitForResult(page, 'PATCH', `${project}aim/`, {
    data: { target: 'sold', positiveClass: 'yes', mode: 'manual' },
  });
  const blueprints = await (await request(page, 'GET', `${project}blueprints/`)).json();
  const { id } = blueprints.find(({ modelType }: { modelType: string }) => kind.test(modelType));
  const model = await waitForResult(page, 'POST', `${project}models/`, { data: { blueprintId: id } });
  const modelId = model.split('/').at(-2);
  const deployment = await waitForResult(page, 'POST', 'deployments/fromLeaderboard/', { data: { modelId, label } });
  return deployment.split('/').at(-2) ?? '';
}
