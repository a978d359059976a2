import { expect, test } from 'vitest';
import { aMailServer } from '../../../test/mail-server.ts';
import { type ServedApp, servedApp } from '../../../test/served-app.ts';

const mail = await aMailServer();
const { ask, person } = await servedApp({ settings: { ALMANAC_SMTP_URL: mail.url } });
const owner = await person({ email: 'owner@example.org' });
const [ann, bob] = [await person({ email: 'ann@example.org' }), await person({ email: 'bob@example.org' })];
const store = {
  type: 'jdbc',
  canonicalName: 'Sales',
  params: { jdbcUrl: 'jdbc:postgresql://db.example.org:5432/sales' },
};

async function aDataStore({ ask }: Pick<ServedApp, 'ask'>, key: string): Promise<string> {
  const driverId = (await ask('GET /api/v2/externalDataDrivers/', { key })).body.data[0].id;
  const body = { ...store, params: { ...store.params, driverId } };
  return (await ask('POST /api/v2/externalDataStores/', { key, body })).body.id;
}

const share = (id: string, data: object[], more: object) =>
  ask(`PATCH /api/v2/externalDataStores/${id}/accessControl/`, { key: owner.key, body: { data, ...more } });
const mailbox = (to: string) => /<(\w+)@/.exec(to)?.[1];
const gives = ({ username }: { username: string }, role: string | null) => ({ username, role });

test('those who get another role are mailed when that is wanted, and nobody else', async () => {
  const id = await aDataStore({ ask }, owner.key);
  expect((await share(id, [gives(bob, 'READ_ONLY')], {})).status).toBe(204);
  // Bob has the role already, the owner gives it to themselves.
  const data = [gives(ann, 'EDITOR'), gives(bob, 'READ_ONLY'), gives(owner, 'OWNER')];
  expect((await share(id, data, { sendNotification: true })).status).toBe(204);
  expect((await share(id, [gives(ann, 'READ_ONLY')], { sendNotification: false })).status).toBe(204);
  expect((await share(id, [gives(ann, null), gives(bob, 'EDITOR')], { sendNotification: true })).status).toBe(204);
  const sent = () => mail.mails.map(({ to, text }) => `${mailbox(to)} ${/the role (\w+)/.exec(text)?.[1]}`).sort();
  // The last mail: those that should not have been sent began earlier.
  await expect.poll(sent).toContain('bob EDITOR');
  await expect.poll(sent).toEqual(['ann EDITOR', 'bob EDITOR']);
  expect(mail.mails[0]?.text.replaceAll('=\n', '')).toContain(`the role EDITOR on the data store ${id}`);
});

test('422: without a mail server nobody can be mailed', async () => {
  const quiet = await servedApp();
  const { key } = await quiet.person();
  const body = { data: [{ username: 'x', role: 'EDITOR' }], sendNotification: true };
  const path = `/api/v2/externalDataStores/${await aDataStore(quiet, key)}/accessControl/`;
  const { status, body: refusal } = await quiet.ask(`PATCH ${path}`, { key, body });
  expect([status, refusal.errors.sendNotification]).toEqual([422, expect.stringContaining('ALMANAC_SMTP_URL')]);
});
