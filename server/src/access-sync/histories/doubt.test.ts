import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { buildB, editB, handClock } from '../../../test/providers.ts';
import { mirrorOf } from './mirror.fixtures.ts';
import { sourceB, truthOf } from './source.fixtures.ts';

const clock = handClock();
const platform = await testPlatform({ now: () => new Date(clock.now()) });

/** The feed says the same of an item that inherits again and of one that is shared with nobody. */
test('an item that inherits again follows what is above it, also long afterwards and without verification', async () => {
  const source = await sourceB(clock, 1);
  try {
    const { world } = source.fake;
    const ann = buildB.addUser(world, 'ann');
    const bob = buildB.addUser(world, 'bob');
    const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
    const root = world.items.get(drive.rootId);
    if (!root) throw new Error('A drive has a root');
    const folder = buildB.addItem(world, root, 'folder', 'folder');
    const other = buildB.addItem(world, root, 'other', 'folder');
    const inner = buildB.addItem(world, folder, 'inner', 'folder');
    const file = buildB.addItem(world, inner, 'file', 'file');
    const grant = editB.shareWith(world, folder, { kind: 'user', id: ann.id });
    editB.stopInheriting(world, file, 'nothing');
    const mirror = await mirrorOf(platform, source);
    const settle = async () => {
      await mirror.round(false);
      expect(await mirror.readable()).toEqual(truthOf(source));
      clock.advance(15 * 60_000);
      await mirror.round(false);
    };
    await settle();
    editB.inheritAgain(world, file);
    await settle();
    expect(source.mayRead(ann.id, file.id)).toBe(true);
    editB.unshare(world, folder, grant.id);
    await settle();
    expect(source.mayRead(ann.id, file.id)).toBe(false);
    editB.shareWith(world, other, { kind: 'user', id: bob.id });
    editB.move(world, inner, other);
    await settle();
    expect(source.mayRead(bob.id, file.id)).toBe(true);
    editB.stopInheriting(world, file, 'nothing');
    await settle();
    editB.shareWith(world, other, { kind: 'user', id: ann.id });
    await settle();
    expect(source.mayRead(ann.id, file.id)).toBe(false);
  } finally {
    await source.fake.close();
  }
});

/** A withdrawal that the feed keeps silent about is found by verification, or when something new would follow it. */
test('what is new below a folder is not opened by a list that was withdrawn in silence', async () => {
  const source = await sourceB(clock, 2);
  try {
    const { world } = source.fake;
    const ann = buildB.addUser(world, 'ann');
    const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
    const root = world.items.get(drive.rootId);
    if (!root) throw new Error('A drive has a root');
    const folder = buildB.addItem(world, root, 'folder', 'folder');
    const grant = editB.shareWith(world, folder, { kind: 'user', id: ann.id });
    const mirror = await mirrorOf(platform, source);
    await mirror.round(false);
    expect(source.mayRead(ann.id, folder.id)).toBe(true);
    editB.unshare(world, folder, grant.id, 'silent');
    const file = buildB.addItem(world, folder, 'file', 'file');
    await mirror.round(false);
    expect(source.mayRead(ann.id, file.id)).toBe(false);
    expect(await mirror.readable()).toEqual(truthOf(source));
  } finally {
    await source.fake.close();
  }
});
