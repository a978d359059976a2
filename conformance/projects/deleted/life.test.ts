import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { shopsProject } from '../shops.ts';

test('a deleted project is listed for administrators, and comes back when asked', async () => {
  const key = (await aPerson()).token;
  const path = await shopsProject({ key });
  const id = path.split('/')[4] ?? '';
  expect((await call('DELETE', path, { key })).status).toBe(204);
  expect((await call('GET', path, { key })).status).toBe(404);
  expect((await call('GET', `${path}features/`, { key })).status).toBe(404);
  expect((await call('PATCH', path, { key, json: { projectName: 'x' } })).status).toBe(404);

  const listed = await call('GET', `/api/v2/deletedProjects/?projectId=${id}`);
  expect([listed.status, listed.body.data?.length], listed.text).toEqual([200, 1]);
  const counted = await call('GET', `/api/v2/deletedProjectsCount/?projectId=${id}`);
  expect(counted.status).toBe(200);
  const wrong = await call('PATCH', `/api/v2/deletedProjects/${id}/`, { json: { action: 'burn' } });
  expect(wrong.body.errors.action).toBeDefined();
  const back = await call('PATCH', `/api/v2/deletedProjects/${id}/`, { json: { action: 'undelete' } });
  expect(back.status).toBe(200);
  expect((await call('GET', path, { key })).body).toMatchObject({ id, stage: 'aim' });
  const again = await call('PATCH', `/api/v2/deletedProjects/${id}/`, { json: { action: 'undelete' } });
  expect(again.status).toBe(404);
});
