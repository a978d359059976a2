import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { mayRead } from '../access/effective-access.ts';
import type { DirectoryPage, Principal, Subject } from '../model.ts';
import { aGrant, aMirror, anItem, owns } from './graph.fixtures.ts';

const platform = await testPlatform();

const ANN = 'user:ann';
const STAFF = 'group:staff';

const aDirectory = (active: boolean, members: readonly Subject[]): Partial<DirectoryPage> => {
  const one = (key: string, kind: Principal['kind'], emails: string[]): Principal => ({
    ...{ key, sourceId: key, kind, name: key, emails, guest: false },
    active: kind === 'group' || active,
  });
  return {
    principals: [one(ANN, 'user', ['ann@corp.example']), one(STAFF, 'group', [])],
    members: [{ groupKey: STAFF, members }],
    complete: true,
  };
};

const ann: Subject = { kind: 'user', key: ANN };

/** A file that is shared with a group, in a space that was read at a certain tick. */
async function sharedMirror(before: Partial<DirectoryPage>) {
  const mirror = await aMirror(platform);
  await mirror.directory(before);
  await mirror.addSpace('late');
  await mirror.crawl(1, 'late');
  const upserts = [mirror.upsert(anItem('file', null), owns(aGrant({ kind: 'group', key: STAFF })))];
  await mirror.apply({ spaceKey: 'late', mode: 'crawl', cursor: 'c', upserts }, mirror.nextTick());
  return {
    ...mirror,
    poll: () => mirror.apply({ spaceKey: 'late' }, mirror.nextTick()),
    async reads() {
      const asker = { organizationId: mirror.organizationId, email: 'ann@corp.example' };
      return (await mayRead(platform, mirror.connectionId, asker, ['file'])).has('file');
    },
  };
}

test('whoever joins a group counts once the directory and every space were read again', async () => {
  const { directory, poll, reads } = await sharedMirror(aDirectory(true, []));
  await directory(aDirectory(true, [ann]));
  expect(await reads()).toBe(false);
  await poll();
  expect(await reads()).toBe(false);
  await directory(aDirectory(true, [ann]));
  expect(await reads()).toBe(true);
});

test('reading the directory twice is not enough while a space may still say that the share was taken back', async () => {
  const { directory, poll, reads } = await sharedMirror(aDirectory(true, []));
  await directory(aDirectory(true, [ann]));
  await directory(aDirectory(true, [ann]));
  expect(await reads()).toBe(false);
  await poll();
  expect(await reads()).toBe(true);
});

test('whoever left again before they counted never does', async () => {
  const { directory, poll, reads } = await sharedMirror(aDirectory(true, []));
  await directory(aDirectory(true, [ann]));
  await directory(aDirectory(true, []));
  await poll();
  await directory(aDirectory(true, []));
  expect(await reads()).toBe(false);
});

test('whoever comes back waits in the same way; whoever leaves or is suspended does not', async () => {
  const { directory, poll, reads } = await sharedMirror(aDirectory(false, [ann]));
  await directory(aDirectory(true, [ann]));
  expect(await reads()).toBe(false);
  await poll();
  await directory(aDirectory(true, [ann]));
  expect(await reads()).toBe(true);
  await directory(aDirectory(false, [ann]));
  expect(await reads()).toBe(false);
});
