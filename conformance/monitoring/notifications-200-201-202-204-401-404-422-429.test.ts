import { beforeAll, describe, expect, test } from 'vitest';
import { type Served, servedHousing } from '../deployments/served.ts';
import { type CallOptions, call } from '../support/call.ts';
import { aPerson } from '../support/people.ts';

const NOTHING = '65f000000000000000000001';
let mine: CallOptions;
let others: CallOptions;
let served: Served;
let related: object;
beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  others = { key: (await aPerson()).token };
  served = await servedHousing(mine);
  related = { relatedEntityType: 'deployment', relatedEntityId: served.deploymentId };
}, 240_000);
const at = (what: string, more = '') => `/api/v2/entityNotification${what}/deployment/${served.deploymentId}/${more}`;
const post = (what: string, json: object, who = mine) =>
  call('POST', `/api/v2/entityNotification${what}/`, { ...who, json: { ...related, ...json } });
const WEBHOOK = { name: 'pager', channelType: 'Webhook', payloadUrl: 'https://example.com/hook' };

describe('notifications of a deployment', () => {
  test('201, 200 and 204: channels and policies, as the Terraform provider asks for them', async () => {
    const channel = await post('Channels', WEBHOOK);
    expect(channel.status, channel.text).toBe(201);
    const one = at('Channels', `${channel.body.id}/`);
    expect((await call('GET', one, mine)).body).toMatchObject({ name: 'pager', payloadUrl: WEBHOOK.payloadUrl });
    expect((await call('GET', one, mine)).text).not.toContain(channel.body.secretToken);
    expect((await call('PUT', one, { ...mine, json: { ...WEBHOOK, name: 'bell' } })).body.name).toBe('bell');
    const event = 'model_deployments.data_drift_red';
    const policy = await post('Policies', { name: 'drift', channelId: channel.body.id, eventType: event });
    expect(policy.status, policy.text).toBe(201);
    const two = at('Policies', `${policy.body.id}/`);
    expect((await call('PUT', two, { ...mine, json: { active: false } })).body).toMatchObject({ active: false });
    for (const what of ['Channels', 'Policies']) {
      expect((await call('GET', at(what), mine)).body).toMatchObject({ count: 1, next: null });
      expect((await call('GET', at(what), others)).status).toBe(404);
      expect((await call('GET', at(what), { key: null })).status).toBe(401);
    }
    expect((await call('GET', '/api/v2/notificationEvents/', mine)).body.eventGroups).toContain(
      'model_deployments.all',
    );
    expect((await call('DELETE', two, mine)).status).toBe(204);
    expect((await call('DELETE', one, mine)).status).toBe(204);
    expect((await call('GET', one, mine)).status).toBe(404);
  });

  test('404 for others, 422 for what is wrong, 202 and 429 for tests; inside nothing is called', async () => {
    expect((await post('Channels', WEBHOOK, others)).status).toBe(404);
    expect((await post('Channels', { ...WEBHOOK, payloadUrl: 'file:///etc/passwd' })).status).toBe(422);
    expect((await post('Channels', { ...WEBHOOK, colour: 'red' })).status).toBe(422);
    expect(
      (await post('Policies', { name: 'a', channelId: NOTHING, eventGroup: 'model_deployments.all' })).status,
    ).toBe(404);
    const { body: inside } = await post('Channels', { ...WEBHOOK, payloadUrl: 'http://169.254.169.254/' });
    expect((await post('Policies', { name: 'a', channelId: inside.id, eventType: 'rain' })).status).toBe(422);
    const tests = at('Channels', `${inside.id}/tests/`);
    const begun = await call('POST', tests, mine);
    expect(begun.status, begun.text).toBe(202);
    expect((await call('POST', tests, mine)).status).toBe(429);
    const logs = await call('GET', at('Logs'), mine);
    expect(logs.body.data[0]).toMatchObject({ eventType: 'notifications.test', channelId: inside.id });
  });
});
