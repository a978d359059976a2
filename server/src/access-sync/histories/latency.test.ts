import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { buildB, editB, handClock } from '../../../test/providers.ts';
import { ConnectionCreate } from '../connections/connection.schema.ts';
import { directoryPauseSeconds } from '../connections/freshness.rules.ts';
import { mirrorOf, signUpAt } from './mirror.fixtures.ts';
import { sourceB, truthOf } from './source.fixtures.ts';
import { stepNetwork } from './step-network.fixtures.ts';

const clock = handClock();
const platform = await testPlatform({ now: () => new Date(clock.now()) });
const signUp = signUpAt(platform);

/** A slow provider: what a call of the real one takes is about half of it. */
const ROUND_TRIP_MS = 300;
const PEOPLE = 150;
const FOLDERS = 200;

const pollSeconds = ConnectionCreate.options[1].shape.pollSeconds.parse(undefined);

test.each(['all', 'listed'] as const)('what changes is in force within a minute with %s routes', async (routes) => {
  const network = stepNetwork(() => clock.advance(ROUND_TRIP_MS));
  const source = await sourceB(clock, 1, { routes, network });
  try {
    const { world } = source.fake;
    const people = Array.from({ length: PEOPLE }, (_, index) => buildB.addUser(world, `p${index}`));
    const groups = Array.from({ length: 30 }, (_, index) => buildB.addGroup(world, `g${index}`));
    for (const [index, { id }] of people.entries()) groups[index % groups.length]?.members.add(id);
    const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
    const root = world.items.get(drive.rootId);
    if (root === undefined) throw new Error('A drive has a root');
    const folders = Array.from({ length: FOLDERS }, (_, index) => buildB.addItem(world, root, `f${index}`, 'folder'));
    const groupAt = (index: number) => groups[index % groups.length]?.id ?? '';
    for (const [index, folder] of folders.entries())
      editB.shareWith(world, folder, { kind: 'group', id: groupAt(index) });
    await signUp(source);
    const mirror = await mirrorOf(platform, source);
    await mirror.round(false);
    await mirror.round(false);
    expect(await mirror.readable()).toEqual(truthOf(source));

    for (const [index, folder] of folders.entries())
      editB.shareWith(world, folder, { kind: 'group', id: groupAt(index + 1) });
    for (const [index, { id }] of people.entries()) {
      if (index % 3 === 0) groups[index % groups.length]?.members.delete(id);
      if (index % 3 === 1) groups[(index + 5) % groups.length]?.members.add(id);
    }
    const began = clock.now();
    // All of it comes into force by then: whoever is new in a group counts once they were seen twice.
    await mirror.round(false);
    const firstMs = clock.now() - began;
    await mirror.round(false);
    const bothMs = clock.now() - began;
    expect(await mirror.readable()).toEqual(truthOf(source));
    // A change may just have missed a poll and a reading of the directory, and waits for the next of both.
    const waitSeconds = Math.max(pollSeconds, directoryPauseSeconds(firstMs));
    expect(bothMs).toBeGreaterThan(0);
    expect(waitSeconds + bothMs / 1000).toBeLessThan(60);
  } finally {
    await source.fake.close();
  }
});
