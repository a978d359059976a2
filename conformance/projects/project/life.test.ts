import { beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { shopsProject } from '../shops.ts';

let path: string;
let outsider: Person;

beforeAll(async () => {
  path = await shopsProject();
  outsider = await aPerson();
});

test('200: renamed, given workers, listed', async () => {
  const changed = await call('PATCH', path, {
    json: { projectName: 'Renamed', workerCount: -1, projectDescription: 'd' },
  });
  expect(changed.body).toMatchObject({ projectName: 'Renamed', projectDescription: 'd', workerCount: -1 });
  const listed = await call('GET', '/api/v2/projects/?projectName=renam');
  expect(listed.body.map(({ projectName }: { projectName: string }) => projectName)).toContain('Renamed');
  expect((await call('GET', `${path}options/`)).body).toEqual({});
  expect((await call('PATCH', `${path}options/`, { json: { holdoutPct: 10 } })).body).toEqual({ holdoutPct: 10 });
  const replaced = await call('PUT', `${path}options/`, { json: { seed: 7 } });
  expect([replaced.status, replaced.body]).toEqual([200, { seed: 7 }]);
  expect((await call('GET', `${path}options/`)).body).toEqual({ seed: 7 });
});

test('404: somebody else, and a project that never was', async () => {
  expect((await call('GET', path, { key: outsider.token })).status).toBe(404);
  expect((await call('PATCH', path, { key: outsider.token, json: { workerCount: 1 } })).status).toBe(404);
  expect((await call('DELETE', path, { key: outsider.token })).status).toBe(404);
  expect((await call('GET', '/api/v2/projects/65f000000000000000000001/')).status).toBe(404);
});

test('422: workers beyond the allowance, an unknown field, a holdout that is locked again', async () => {
  expect((await call('PATCH', path, { json: { workerCount: 100_000 } })).body.errors.workerCount).toBeDefined();
  expect((await call('PATCH', path, { json: { color: 1 } })).status).toBe(422);
  expect((await call('PATCH', path, { json: { holdoutUnlocked: false } })).status).toBe(422);
  expect((await call('GET', `${path}modelingFeatures/`)).status).toBe(422);
});

test('feature lists: 201 with a place, 204, 200 what deleting means, 422 a name twice', async () => {
  const made = await call('POST', `${path}featurelists/`, { json: { name: 'Two', features: ['sales', 'date'] } });
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toMatch(/featurelists\/[0-9a-f]{24}\/$/);
  const list = new URL(made.headers.get('location') ?? '').pathname;
  expect((await call('POST', `${path}featurelists/`, { json: { name: 'Two', features: ['sales'] } })).status).toBe(422);
  expect(
    (await call('POST', `${path}featurelists/`, { json: { name: 'X', features: ['nope'] } })).body.errors.features,
  ).toContain('nope');
  expect((await call('PATCH', list, { json: { description: 'd' } })).status).toBe(204);
  expect((await call('DELETE', `${list}?dryRun=True`)).body).toMatchObject({ dryRun: true, canDelete: true });
  expect((await call('DELETE', `${list}?dryRun=False`)).body).toMatchObject({ dryRun: false, canDelete: true });
  expect((await call('GET', list)).status).toBe(404);
});

test('204: deleted', async () => {
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await call('GET', path)).status).toBe(404);
});
