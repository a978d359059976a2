import type { Page } from 'playwright-core';
import { calls } from '../src/api/accounts.ts';
import type { ApiCall } from '../src/api/call.ts';
import { sendFrom } from './shots/camera.ts';

const people = [
  { username: 'grace', firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', role: 'admin' },
  { username: 'johannes', firstName: 'Johannes', lastName: 'Kepler', email: 'kepler@example.org', role: 'user' },
  { username: 'tycho', firstName: 'Tycho', lastName: 'Brahe', email: 'tycho@example.org', role: 'user' },
] as const;

/** Gives an empty installation a few people, groups and keys, through the API and the session of the page. */
export async function furnish(page: Page): Promise<void> {
  const send = <Reply>(call: ApiCall<Reply>): Promise<Reply> => sendFrom(page, call);
  const { uid } = await send(calls.account());
  await send(calls.changeUser(uid, { firstName: 'Ada', lastName: 'Lovelace' }));
  for (const person of people) {
    const { id } = await send(calls.createUser({ ...person, password: 'seven quiet compilers' }));
    if (person.username === 'tycho') await send(calls.changeUser(id, { disabled: true }));
  }
  const group = await send(calls.createGroup({ name: 'Forecasters', description: 'They own the nightly run' }));
  for (const { username } of people.slice(0, 2)) await send(calls.addMember(group.id, username));
  await send(calls.createGroup({ name: 'Reviewers', description: 'They approve deployments' }));
  const inNinetyDays = new Date(Date.now() + 90 * 24 * 3600 * 1000).toISOString();
  const { key } = await send(calls.createApiKey({ name: 'Nightly forecast', expireAt: inNinetyDays }));
  await send(calls.createApiKey({ name: 'Data import' }));
  // Used once, so that the list has a time to show.
  await fetch(new URL('/api/v2/version/', page.url()), { headers: { authorization: `Bearer ${key}` } });
}
