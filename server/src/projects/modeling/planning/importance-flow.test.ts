import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
}, 120_000);
afterAll(() => app.stopWorker());

interface Told {
  readonly name: string;
  readonly importance: number | null;
}
const byName = (told: readonly Told[]) => Object.fromEntries(told.map(({ name, importance }) => [name, importance]));

test('columns of a table: unknown before the target, then by how much each says about it', async () => {
  const lines = ['visits,noise,bill'];
  for (let i = 0; i < 400; i++) lines.push(`${(i * 37) % 23},${(i * 7919) % 101},${100 + 3 * ((i * 37) % 23)}`);
  const { body, headers } = upload({}, { name: 'bills.csv', content: `${lines.join('\n')}\n` });
  const made = await app.finished(await app.ask('POST /api/v2/projects/', { key, body, headers }), key);
  const path = `/api/v2/projects/${made.body.id}/`;
  const told = async () => byName((await app.ask(`GET ${path}features/`, { key })).body);
  expect(await told()).toEqual({ visits: null, noise: null, bill: null });
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: { target: 'bill', mode: 'manual' } }), key);
  const { visits, noise, bill } = await told();
  expect(bill).toBe(1);
  expect(visits).toBeGreaterThan(0.9);
  expect(noise).toBeLessThan(0.1);
  const modeling = (await app.ask(`GET ${path}modelingFeatures/?sortBy=-importance`, { key })).body.data;
  expect(modeling.map(({ name }: Told) => name)).toEqual(['bill', 'visits', 'noise']);
}, 120_000);

test('time series: features of the past against the target, columns by the best of theirs', async () => {
  const path = `/api/v2/projects/${await app.shops(key)}/`;
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await app.finished(await app.ask(`POST ${path}multiseriesProperties/`, { key, body: columns }), key);
  const aim = { target: 'sales', mode: 'manual', useTimeSeries: true, cvMethod: 'datetime', ...columns };
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: aim }), key);
  const derived = (await app.ask(`GET ${path}modelingFeatures/?limit=0&sortBy=-importance`, { key })).body.data;
  expect(derived.length).toBeGreaterThan(5);
  expect(derived.filter(({ importance }: Told) => importance === null || importance > 1)).toEqual([]);
  expect(derived[0].importance).toBeGreaterThan(0.5);
  const raw = byName((await app.ask(`GET ${path}features/`, { key })).body);
  expect(raw).toMatchObject({ sales: 1, store: null });
  // Sales follow the day of the week; promotions happen without them.
  expect(raw.date).toBeGreaterThan(raw.promotion as number);
}, 120_000);
