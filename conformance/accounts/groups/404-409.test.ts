import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { expectRefusal } from '../../support/refusals.ts';

const GROUPS = '/api/v2/groups/';
const NOBODY = '0'.repeat(24);
const aName = () => `group ${randomBytes(6).toString('hex')}`;

test('404: groups of another organization, and members of no group', async () => {
  expectRefusal(await call('GET', `${GROUPS}?orgId=${NOBODY}`), 404, 'accounts.no_such_organization');
  const elsewhere = await call('POST', GROUPS, { json: { name: aName(), orgId: NOBODY } });
  expectRefusal(elsewhere, 404, 'accounts.no_such_organization');
  for (const method of ['POST', 'DELETE']) {
    const json = { users: [{ username: 'admin' }] };
    expectRefusal(await call(method, `${GROUPS}${NOBODY}/users/`, { json }), 404, 'accounts.no_such_group');
  }
});

test('409: a name that another group has, made and changed', async () => {
  const [first, second] = [aName(), aName()];
  const made = await Promise.all([first, second].map((name) => call('POST', GROUPS, { json: { name } })));
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  expectRefusal(await call('POST', GROUPS, { json: { name: first } }), 409, 'accounts.group_name_taken');
  const path = `${GROUPS}${made[1]?.body.id}/`;
  const refused = await call('PATCH', path, { json: { name: first } });
  expectRefusal(refused, 409, 'accounts.group_name_taken');
  expect(refused.body.message).toContain('Choose another name');
  for (const { body } of made) expect((await call('DELETE', `${GROUPS}${body.id}/`)).status).toBe(204);
});
