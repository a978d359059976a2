import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { mayRead } from '../access/effective-access.ts';
import type { Grant, Principal } from '../model.ts';
import { aGrant, aMirror, anItem, owns } from './graph.fixtures.ts';

const platform = await testPlatform();
const ANN = 'ann@here.org';

const account = (id: string, kind: 'user' | 'group' = 'user', emails = [ANN]): Principal => ({
  ...{ key: `${kind}:${id}`, sourceId: id, kind, name: id, emails, active: true, guest: false },
});
const toAnn = (pin: string): Grant => aGrant({ kind: 'mail', email: ANN, pin }, { permissionId: pin });

async function sharedMirror(...grants: Grant[]) {
  const mirror = await aMirror(platform);
  await mirror.change([
    mirror.upsert(anItem('old', null), owns(...grants)),
    mirror.upsert(anItem('new', null), owns()),
  ]);
  const reads = async (email = ANN) =>
    [...(await mayRead(platform, mirror.connectionId, { ...mirror, email }, ['old', 'new']))].sort();
  return { ...mirror, reads };
}

test('what was shared with an account does not go to another one that gets its address', async () => {
  const mirror = await sharedMirror(toAnn('p1'));
  await mirror.directory({ principals: [account('first')], complete: true });
  expect(await mirror.reads()).toEqual(['old']);
  await mirror.directory({ principals: [], complete: true });
  expect(await mirror.reads()).toEqual([]);
  await mirror.directory({ principals: [account('second')], complete: true });
  expect(await mirror.reads()).toEqual([]);
  await mirror.change([mirror.upsert(anItem('new', null), owns(toAnn('p2')))]);
  expect(await mirror.reads()).toEqual(['new']);
});

test('the same when the address changes hands in one reading, and the first account goes on under another one', async () => {
  const mirror = await sharedMirror(toAnn('p1'));
  await mirror.directory({ principals: [account('first')], complete: true });
  await mirror.directory({ principals: [account('first', 'user', ['a@here.org']), account('second')], complete: true });
  expect(await mirror.reads()).toEqual([]);
  expect(await mirror.reads('a@here.org')).toEqual(['old']);
});

test('an account that comes back has what it had', async () => {
  const mirror = await sharedMirror(toAnn('p1'));
  await mirror.directory({ principals: [account('first')], complete: true });
  await mirror.directory({ principals: [], complete: true });
  await mirror.directory({ principals: [account('first')], complete: true });
  expect(await mirror.reads()).toEqual(['old']);
});

test('an address the directory does not know is somebody outside, and the first account that gets it keeps it', async () => {
  const mirror = await sharedMirror(toAnn('p1'));
  expect(await mirror.reads()).toEqual(['old']);
  await mirror.directory({ principals: [account('first')], complete: true });
  expect(await mirror.reads()).toEqual(['old']);
  await mirror.directory({ principals: [], complete: true });
  expect(await mirror.reads()).toEqual([]);
});

test('addresses of groups change hands in the same way', async () => {
  const mirror = await sharedMirror(toAnn('p1'));
  const bob = account('bob', 'user', ['bob@here.org']);
  const team = { groupKey: 'group:team', members: [{ kind: 'user', key: 'user:bob' }] } as const;
  await mirror.directory({ principals: [bob, account('team', 'group')], members: [team], complete: true });
  expect(await mirror.reads('bob@here.org')).toEqual(['old']);
  const other = { ...team, groupKey: 'group:other' };
  await mirror.directory({ principals: [bob, account('other', 'group')], members: [other], complete: true });
  expect(await mirror.reads('bob@here.org')).toEqual([]);
});
