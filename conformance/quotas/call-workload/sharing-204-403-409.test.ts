import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { aWorkload } from '../a-quota.ts';

test('204, 403, 409: a workload is shared by those who may, up to their own role, and keeps an owner', async () => {
  const [owner, editor, consumer, colleague] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()];
  const path = `/api/v2/workloads/${await aWorkload({ key: owner.token })}/sharedRoles/`;
  const share = (by: Person, to: Person, role: string, canShare = false) =>
    call('PATCH', path, {
      key: by.token,
      json: { operation: 'updateRoles', roles: [{ shareRecipientType: 'user', id: to.id, role, canShare }] },
    });
  expect((await share(owner, editor, 'EDITOR', true)).status).toBe(204);
  expect((await share(owner, consumer, 'CONSUMER')).status).toBe(204);
  expectRefusal(await share(consumer, colleague, 'CONSUMER'), 403, 'sharing.role_too_small');
  expectRefusal(await share(editor, colleague, 'OWNER'), 403, 'sharing.beyond_your_role');
  expectRefusal(await share(owner, owner, 'NO_ROLE'), 409, 'sharing.nobody_would_own');
  expect((await share(editor, colleague, 'CONSUMER')).status).toBe(204);
});
