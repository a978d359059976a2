import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

test('a group is made, filled, renamed, emptied and deleted', async () => {
  const person = await aPerson();
  const name = `group ${randomBytes(4).toString('hex')}`;
  const made = await call('POST', '/api/v2/groups/', { json: { name } });
  expect(made.status).toBe(201);
  const path = `/api/v2/groups/${made.body.id}/`;
  const users = [{ username: person.username }];
  expect((await call('POST', `${path}users/`, { json: { users } })).status).toBe(200);
  const members = await call('GET', `${path}users/`);
  expect(members.body.data.map((member: { username: string }) => member.username)).toEqual([person.username]);
  expect((await call('PATCH', path, { json: { name: `${name} renamed` } })).body.name).toBe(`${name} renamed`);
  expect((await call('DELETE', `${path}users/`, { json: { users } })).status).toBe(204);
  expect((await call('GET', `${path}users/`)).body.data).toEqual([]);
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await call('GET', path)).status).toBe(404);
});
