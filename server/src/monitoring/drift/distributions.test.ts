import { expect, it } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { aDeployment, aRequest, ingestRecords, rowsOf, shiftColumn, upTo } from '../monitoring.fixtures.ts';

const { platform, ask, person } = await servedApp({ now: movableClock('2026-01-01T12:10:00.000Z') });
const ada = await person({ username: 'ada', organization: 'one' });
const eve = await person({ username: 'eve', organization: 'two' });

interface Column {
  readonly name: string;
  readonly role: string;
  readonly bins: readonly { readonly name: string | null; readonly baseline: number; readonly recent: number }[];
  readonly typical: unknown;
}

it('shows then and now in the same bins, and what was usual', async () => {
  const deployment = await aDeployment(platform, ada, 'regression');
  const path = `GET /api/v2/deployments/${deployment.id}/featureDistributions/`;
  const before = (await ask(path, { key: ada.key })).body;
  const [target, size, , colour] = before.data.toSorted((a: Column, b: Column) => order(a) - order(b)) as Column[];
  expect(target).toMatchObject({ name: 'price', role: 'target', sampleSize: 0, baselineSampleSize: 300 });
  expect(size).toMatchObject({ role: 'feature', kind: 'numbers', missing: { baseline: 0, recent: null } });
  expect(size?.bins[0]).toMatchObject({ from: null, name: null, recent: null });
  expect(sum(size?.bins.map(({ baseline }) => baseline))).toBeCloseTo(1);
  expect(typeof size?.typical).toBe('number');
  expect(colour?.bins.map(({ name }) => name)).toContain(colour?.typical);

  const moved = rowsOf(shiftColumn(deployment.table, 'size', 500), upTo(300), () => 900_000);
  await ingestRecords(platform, [aRequest(ada, deployment, moved)]);
  const [only, ...others] = (await ask(`${path}?featureName=size`, { key: ada.key })).body.data as Column[];
  expect(others).toEqual([]);
  expect(only?.bins.at(-1)?.recent).toBe(1);
  expect(sum(only?.bins.map(({ recent }) => recent))).toBe(1);
  expect((await ask(path, { key: eve.key })).status).toBe(404);
});

const ORDER = ['price', 'size', 'rooms', 'colour'];
const order = ({ name }: Column): number => ORDER.indexOf(name);
const sum = (values: readonly number[] = []): number => values.reduce((total, value) => total + value, 0);
