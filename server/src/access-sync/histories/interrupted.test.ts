import { afterEach, expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { buildB, editB, handClock } from '../../../test/providers.ts';
import { mirrorOf } from './mirror.fixtures.ts';
import { type Source, sourceB, truthOf } from './source.fixtures.ts';

const clock = handClock();
const platform = await testPlatform({ now: () => new Date(clock.now()) });
const started: Source[] = [];
afterEach(async () => void (await Promise.all(started.splice(0).map(({ fake }) => fake.close()))));

async function library() {
  const source = await sourceB(clock, 1);
  started.push(source);
  const { world } = source.fake;
  const ann = buildB.addUser(world, 'ann');
  const bob = buildB.addUser(world, 'bob');
  const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
  const root = world.items.get(drive.rootId);
  if (!root) throw new Error('A drive has a root');
  editB.shareWith(world, root, { kind: 'user', id: ann.id });
  const files = Array.from({ length: 8 }, (_, n) => buildB.addItem(world, root, `f${n}`, 'file'));
  source.fake.feed.pageSize = 1;
  return { source, fake: source.fake, world, ann, bob, drive, files, mirror: await mirrorOf(platform, source) };
}

const failing = { status: 500, body: { error: { code: 'generalException', message: 'x' } } };
const isDelta = ({ path }: { path: string }) => path.endsWith('/root/delta');

test('a crawl that dies in the middle shows nothing, and goes on where it was', async () => {
  const { source, fake, mirror } = await library();
  let pages = 0;
  fake.faults.add({ when: (asked) => isDelta(asked) && ++pages > 4, times: 6, reply: () => failing });
  await expect(mirror.round(false)).rejects.toThrow(/failed 6 times/);
  expect(await mirror.readable()).toEqual(new Set());
  await mirror.crash();
  await mirror.round(false);
  expect(await mirror.readable()).toEqual(truthOf(source));
  const wholeListings = fake.recorder.requests.filter(({ path }) => path.endsWith('/root/delta'));
  expect(wholeListings).toHaveLength(1);
});

test('a poll that dies in the middle may take away and gives nothing, and misses nothing afterwards', async () => {
  const { source, fake, world, ann, bob, drive, files, mirror } = await library();
  await mirror.round(false);
  const before = truthOf(source);
  const [first, second] = files;
  if (!first || !second) throw new Error('Files were added');
  editB.stopInheriting(world, first, 'nothing');
  editB.shareWith(world, second, { kind: 'user', id: bob.id });
  let pages = 0;
  fake.faults.add({ when: (asked) => isDelta(asked) && ++pages > 1, times: 6, reply: () => failing });
  await expect(mirror.round(false)).rejects.toThrow(/failed 6 times/);
  before.delete(`${ann.mail} ${drive.id}:${first.id}`);
  expect(await mirror.readable()).toEqual(before);
  await mirror.crash();
  await mirror.round(false);
  expect(truthOf(source)).not.toEqual(before);
  expect(await mirror.readable()).toEqual(truthOf(source));
});

test('a feed that restarts keeps what is held until everything has been listed again', async () => {
  const { source, fake, world, drive, files, mirror } = await library();
  await mirror.round(false);
  const before = truthOf(source);
  const [gone] = files;
  if (!gone) throw new Error('Files were added');
  editB.remove(world, gone);
  editB.resync(drive, 'resyncChangesApplyDifferences');
  let pages = 0;
  fake.faults.add({ when: (asked) => isDelta(asked) && ++pages > 3, times: 6, reply: () => failing });
  await expect(mirror.round(false)).rejects.toThrow(/failed 6 times/);
  expect(await mirror.readable()).toEqual(before);
  await mirror.round(false);
  expect(await mirror.readable()).toEqual(truthOf(source));
  expect(await mirror.readable()).not.toEqual(before);
});

test('a throttled app waits as long as it is told, then goes on', async () => {
  const { source, fake, mirror } = await library();
  const began = clock.now();
  const throttled = { status: 429, headers: { 'retry-after': '200' }, body: { error: { code: 'TooManyRequests' } } };
  fake.faults.add({ when: isDelta, times: 2, reply: () => throttled });
  await mirror.round(false);
  expect(clock.now() - began).toBeGreaterThanOrEqual(400_000);
  expect(await mirror.readable()).toEqual(truthOf(source));
});

test('when nothing could be read for too long, nobody reads anything until it can', async () => {
  const { source, fake, mirror } = await library();
  await mirror.round(false);
  expect((await mirror.readable()).size).toBeGreaterThan(0);
  fake.faults.add({ when: () => true, times: 1000, reply: () => failing });
  clock.advance(3_601_000);
  await expect(mirror.round(false)).rejects.toThrow();
  expect(await mirror.readable()).toEqual(new Set());
  fake.faults.clear();
  await mirror.round(false);
  expect(await mirror.readable()).toEqual(truthOf(source));
});

test('what is withdrawn does not wait for the groups that something new in the same poll is shared with', async () => {
  const { source, fake, world, ann, bob, drive, files, mirror } = await library();
  const staff = buildB.addGroup(world, 'staff');
  staff.members.add(bob.id);
  const [first, second] = files;
  if (!first || !second) throw new Error('Files were added');
  await mirror.round(false);
  const file = (one: { readonly id: string }) => `${drive.id}:${one.id}`;
  expect(await mirror.readable()).toContain(`${ann.mail} ${file(first)}`);
  editB.stopInheriting(world, first, 'nothing');
  editB.shareWith(world, second, { kind: 'group', id: staff.id });
  let delta = false;
  const when = (asked: { readonly path: string; readonly body: string }) => {
    delta ||= isDelta(asked);
    return delta && /member/i.test(asked.path + asked.body);
  };
  fake.faults.add({ when, times: 1_000, reply: () => failing });
  await expect(mirror.round(false)).rejects.toThrow();
  const held = await mirror.readable();
  expect(held).not.toContain(`${ann.mail} ${file(first)}`);
  expect(held).not.toContain(`${bob.mail} ${file(second)}`);
  fake.faults.clear();
  await mirror.round(false);
  expect(await mirror.readable()).toEqual(truthOf(source));
});
