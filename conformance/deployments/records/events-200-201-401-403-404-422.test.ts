import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { deployedElsewhere } from '../elsewhere.ts';

let options: CallOptions;
let deploymentId: string;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  deploymentId = (await deployedElsewhere(options, `Guarded ${Date.now()}`)).id;
}, 120_000);

const report = (more: object = {}, by = options) =>
  call('POST', '/api/v2/remoteEvents/', {
    ...by,
    json: { eventType: 'moderationModelConfigError', deploymentId, title: 'No guard', ...more },
  });
const list = (query = '', by = options) => call('GET', `/api/v2/deployments/${deploymentId}/events/${query}`, by);

test('201 and 200: an event is reported and listed', async () => {
  const made = await report({ timestamp: '2026-01-02T03:04:05Z' });
  expect([made.status, made.body.timestamp]).toEqual([201, '2026-01-02T03:04:05.000Z']);
  expect((await list('?eventCategory=moderation')).body).toMatchObject({ totalCount: 1, data: [made.body] });
});

test('401, 403, 404 and 422: who may not, what is not there, what is no event', async () => {
  const [reader, other] = [await aPerson(), { key: (await aPerson()).token }];
  const roles = [{ shareRecipientType: 'user', id: reader.id, role: 'CONSUMER' }];
  const json = { operation: 'updateRoles', roles };
  await call('PATCH', `/api/v2/deployments/${deploymentId}/sharedRoles/`, { ...options, json });
  expect((await list('', { key: reader.token })).status).toBe(200);
  expect(refusalOf(await report({}, { key: reader.token }))).toBe('403 sharing.role_too_small');
  expect(refusalOf(await report({}, other))).toBe('404 sharing.no_such_thing');
  expect(refusalOf(await list('', other))).toBe('404 sharing.no_such_thing');
  expect((await report({}, { key: null })).status).toBe(401);
  expect((await list('', { key: null })).status).toBe(401);
  expect((await report({ eventType: 'party' })).status).toBe(422);
  expect((await list('?eventCategory=weather')).status).toBe(422);
});
