import { afterEach, expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { buildA, buildB, editA, editB, handClock } from '../../../test/providers.ts';
import { mirrorOf } from './mirror.fixtures.ts';
import { type Source, sourceA, sourceB, truthOf } from './source.fixtures.ts';

const clock = handClock();
const platform = await testPlatform({ now: () => new Date(clock.now()) });
const started: Source[] = [];
afterEach(async () => void (await Promise.all(started.splice(0).map(({ fake }) => fake.close()))));

/** Done once, between the reading of the directory and that of the files. */
function beforeFirst(source: Source, path: RegExp, edit: () => void): void {
  let done = false;
  const when = (asked: { readonly path: string }) => {
    if (!done && path.test(asked.path)) {
      done = true;
      edit();
    }
    return false;
  };
  source.fake.faults.add({ when, times: 1, reply: () => null });
}

test('provider B: whoever left a group cannot read what was shared with it afterwards', async () => {
  const source = await sourceB(clock, 1);
  started.push(source);
  const { world } = source.fake;
  const ann = buildB.addUser(world, 'ann');
  const bob = buildB.addUser(world, 'bob');
  const staff = buildB.addGroup(world, 'staff');
  for (const { id } of [ann, bob]) staff.members.add(id);
  const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
  const root = world.items.get(drive.rootId);
  if (!root) throw new Error('A drive has a root');
  const file = buildB.addItem(world, root, 'file', 'file');
  const mirror = await mirrorOf(platform, source);
  await mirror.round(false);
  beforeFirst(source, /\/root\/delta/, () => {
    staff.members.delete(ann.id);
    editB.shareWith(world, file, { kind: 'group', id: staff.id });
  });
  await mirror.round(false);
  expect(source.mayRead(bob.id, file.id)).toBe(true);
  expect(await mirror.readable()).toEqual(truthOf(source));
});

test('provider A: the same, and for what is put into a folder the group could read before', async () => {
  const source = await sourceA(clock, 1);
  started.push(source);
  const { world } = source.fake;
  buildA.addUser(world, 'admin', { admin: true });
  const ann = buildA.addUser(world, 'ann');
  const bob = buildA.addUser(world, 'bob');
  const staff = buildA.addGroup(world, 'staff');
  for (const { id, email } of [ann, bob]) editA.join(staff, { id, email, role: 'MEMBER', type: 'USER' });
  const folder = buildA.addFile(world, buildA.rootOf(world, bob), 'folder', 'folder');
  editA.share(world, folder, { id: 'staff', type: 'group', role: 'reader', email: staff.email });
  const mirror = await mirrorOf(platform, source);
  await mirror.round(false);
  expect((await mirror.readable()).has(`${ann.email} ${folder.id}`)).toBe(true);
  beforeFirst(source, /\/changes$/, () => {
    editA.leave(staff, ann.id);
    buildA.addFile(world, folder, 'new', 'file');
  });
  await mirror.round(false);
  expect(await mirror.readable()).toEqual(truthOf(source));
});

test('provider A: what somebody shares whose account was suspended just before is readable by nobody', async () => {
  const source = await sourceA(clock, 2);
  started.push(source);
  const { world } = source.fake;
  buildA.addUser(world, 'admin', { admin: true });
  const ann = buildA.addUser(world, 'ann');
  const cy = buildA.addUser(world, 'cy');
  const before = buildA.addFile(world, buildA.rootOf(world, cy), 'before', 'file');
  const file = buildA.addFile(world, buildA.rootOf(world, cy), 'file', 'file');
  const withAnn = { id: 'ann', type: 'user', role: 'reader', email: ann.email } as const;
  editA.share(world, before, withAnn);
  const mirror = await mirrorOf(platform, source);
  await mirror.round(false);
  expect((await mirror.readable()).has(`${ann.email} ${before.id}`)).toBe(true);
  // The change feed of cy is read once more, with a token that still serves.
  beforeFirst(source, /\/changes$/, () => {
    cy.suspended = true;
    editA.share(world, file, withAnn);
  });
  const seen: string[] = [];
  await mirror.round(false, async () => void seen.push(...(await mirror.readable())));
  expect(seen).not.toContain(`${ann.email} ${file.id}`);
  expect(await mirror.readable()).toEqual(truthOf(source));
  cy.suspended = false;
  for (let round = 0; round < 3; round += 1) await mirror.round(false);
  expect(source.mayRead(ann.id, file.id)).toBe(true);
  expect(await mirror.readable()).toEqual(truthOf(source));
});
