import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually, skipBackoff } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { aMailServer } from '../../../test/mail-server.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { aDeployment } from '../monitoring.fixtures.ts';
import { aReceiver } from './notifications.fixtures.ts';

const post = await aMailServer('451 later', '250 fine', '550 unknown here');
const now = movableClock('2026-01-05T12:10:00.000Z');
const app = await servedApp({
  now,
  settings: {
    ALMANAC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    ALMANAC_SMTP_URL: post.url,
    ALMANAC_SMTP_FROM: 'Almanac <news@almanac.test>',
  },
});
const { ask, platform } = app;
const ada = await app.person();
const eve = await app.person({ organization: 'two' });
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const { id } = await aDeployment(platform, ada, 'regression');
const CHANNELS = '/api/v2/entityNotificationChannels/';
const own = `${CHANNELS}deployment/${id}/`;
const related = { relatedEntityType: 'deployment', relatedEntityId: id };
const SECRET = 'a secret of mine';
const make = (over: object, key = ada.key) =>
  ask(`POST ${CHANNELS}`, { key, body: { ...related, name: 'pager', channelType: 'Webhook', ...over } });
const logs = async () =>
  (await ask(`GET /api/v2/entityNotificationLogs/deployment/${id}/`, { key: ada.key })).body.data;

/** The newest entry of the log, once it has ended; pauses between tries are skipped. */
const waitForEnd = () =>
  eventually(async () => {
    await skipBackoff(platform);
    const [newest] = await logs();
    return newest?.status === 'queued' ? null : newest;
  });
async function testChannel(channelId: string) {
  now.moveSeconds(11);
  const begun = await ask(`POST ${own}${channelId}/tests/`, { key: ada.key });
  expect(begun.status, begun.text).toBe(202);
  return waitForEnd();
}

describe('a channel', () => {
  it('is made, listed, changed and deleted; its secrets are shown once and kept sealed', async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer hidden' }];
    const made = await make({ payloadUrl: 'https://example.com/hook', customHeaders: headers });
    expect(made.status, made.text).toBe(201);
    expect(made.body.secretToken).toMatch(/^[0-9a-f]{64}$/);
    const { secretToken, ...record } = made.body;
    expect(record).toMatchObject({ channelType: 'Webhook', customHeaders: [{ name: 'Authorization' }], ...related });
    expect((await ask(`GET ${own}${record.id}/`, { key: ada.key })).body).toEqual(record);
    const { rows } = await platform.db.pool.query('SELECT * FROM notification_channels WHERE id = $1', [record.id]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${secretToken}|hidden`));
    const changed = await ask(`PUT ${own}${record.id}/`, { key: ada.key, body: { name: 'other' } });
    expect([changed.status, changed.body.name, changed.body.payloadUrl]).toEqual([200, 'other', record.payloadUrl]);
    const move = (body: object) => ask(`PUT ${own}${record.id}/`, { key: ada.key, body });
    const elsewhere = { payloadUrl: 'https://elsewhere.example.com/hook' };
    const moved = await move(elsewhere);
    expect([moved.status, moved.body.errors.customHeaders]).toEqual([422, expect.stringContaining('Send them again')]);
    expect((await move({ payloadUrl: 'https://example.com/other' })).status).toBe(200);
    expect((await move({ ...elsewhere, customHeaders: [] })).body).toMatchObject({ ...elsewhere, customHeaders: [] });
    expect((await ask(`GET ${own}`, { key: ada.key })).body.data).toHaveLength(1);
    expect((await ask(`GET ${own}`, { key: eve.key })).status).toBe(404);
    expect((await ask(`GET ${own}${record.id}/`, { key: eve.key })).status).toBe(404);
    expect((await ask(`DELETE ${own}${record.id}/`, { key: ada.key })).status).toBe(204);
    expect((await ask(`GET ${own}${record.id}/`, { key: ada.key })).status).toBe(404);
  });

  it.each([
    [{ payloadUrl: 'ftp://example.com' }, 'payloadUrl'],
    [{}, 'payloadUrl'],
    [{ payloadUrl: 'https://me:pw@example.com/' }, 'payloadUrl'],
    [{ payloadUrl: 'https://example.com', secretToken: 'short' }, 'secretToken'],
    [{ payloadUrl: 'https://example.com', customHeaders: [{ name: 'Host', value: 'x' }] }, 'customHeaders.0.name'],
    [
      { payloadUrl: 'https://example.com', customHeaders: [{ name: 'Keep-Alive', value: 'x' }] },
      'customHeaders.0.name',
    ],
    [
      { payloadUrl: 'https://example.com', customHeaders: [{ name: 'A', value: 'x\r\nB: y' }] },
      'customHeaders.0.value',
    ],
    [{ channelType: 'Email', emailAddress: 'nobody' }, 'emailAddress'],
    [{ channelType: 'Email' }, 'emailAddress'],
    [{ channelType: 'Pigeon' }, 'channelType'],
  ])('%j is refused at %s', async (over, field) => {
    const refused = await make(over);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  });
});

describe('a message', () => {
  it('is posted with a signature over time and body, and tried again until it is taken', async () => {
    const receiver = await aReceiver(503, 429);
    const headers = [{ name: 'X-Team', value: 'housing' }];
    const { id: channel } = (await make({ payloadUrl: receiver.url, secretToken: SECRET, customHeaders: headers }))
      .body;
    expect(await testChannel(channel)).toMatchObject({
      status: 'delivered',
      attempts: 3,
      lastError: null,
      policyId: null,
    });
    expect(receiver.received).toHaveLength(3);
    const [first, , last] = receiver.received;
    expect(last?.headers).toMatchObject({ 'x-team': 'housing', 'content-type': 'application/json' });
    expect(last?.headers['x-almanac-delivery']).toBe(first?.headers['x-almanac-delivery']);
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(last?.headers['x-almanac-signature'])) ?? [];
    expect(Number(seconds)).toBe(Math.floor(now().getTime() / 1000));
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${seconds}.${last?.body}`).digest('hex'));
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ eventType: 'notifications.test', deployment: { id } });
    const soon = await ask(`POST ${own}${channel}/tests/`, { key: ada.key });
    expect([soon.status, soon.headers['retry-after']]).toEqual([429, '10']);
  });

  it.each([
    [404, 'it answered 404'],
    [302, 'it answered 302'],
  ])('is not sent again after %i, nor sent on', async (status, text) => {
    const receiver = await aReceiver(status);
    const { id: channel } = (await make({ payloadUrl: receiver.url })).body;
    const log = await testChannel(channel);
    expect(log).toMatchObject({ status: 'failed', attempts: 1, lastError: expect.stringContaining(text) });
    expect(receiver.received).toHaveLength(1);
  });

  it('does not go to addresses inside that nobody allowed', async () => {
    const refused = (await make({ payloadUrl: 'http://169.254.169.254/latest' })).body.id;
    expect(await testChannel(refused)).toMatchObject({ status: 'failed', attempts: 1 });
    // By name: the address it leads to is looked at when the call is made.
    const named = (await make({ payloadUrl: 'http://localhost:9/' })).body.id;
    const log = await testChannel(named);
    expect(log).toMatchObject({
      status: 'failed',
      attempts: 9,
      lastError: expect.stringContaining('ALMANAC_ALLOWED_INSIDE_HOSTS'),
    });
  });

  it('is mailed, later when the server asks for it, and never when it does not know the mailbox', async () => {
    const over = { channelType: 'Email', emailAddress: 'ops@example.com', name: 'post' };
    const { id: channel, ...made } = (await make(over)).body;
    expect(made).toMatchObject({ emailAddress: 'ops@example.com', payloadUrl: null });
    expect(made).not.toHaveProperty('secretToken');
    expect(await testChannel(channel)).toMatchObject({ status: 'delivered', attempts: 2 });
    expect(post.mails).toHaveLength(1);
    const [mail] = post.mails;
    expect([mail?.from, mail?.to]).toEqual(['MAIL FROM:<news@almanac.test>', 'RCPT TO:<ops@example.com>']);
    expect(mail?.text).toMatch(/\n\nA deployment of a regression model: this is a test of "post"\n/);
    expect(await testChannel(channel)).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: expect.stringContaining('550'),
    });
  });
});
