import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { buildB, editB, handClock, isListed, scenariosB } from '../../../test/providers.ts';
import { liveThrough } from './history.fixtures.ts';
import { mirrorOf, signUpAt } from './mirror.fixtures.ts';
import { type Source, sourceB, truthOf } from './source.fixtures.ts';

/** A provider that serves the ten routes of the specification and nothing else. */
const clock = handClock();
const platform = await testPlatform({ now: () => new Date(clock.now()) });
const signUp = signUpAt(platform);

const notListed = ({ fake }: Source): string[] =>
  fake.recorder.requests
    .filter((asked) => asked.status === 200 && !isListed(asked) && !asked.path.endsWith('/oauth2/v2.0/token'))
    .map(({ method, path }) => `${method} ${path}`);

for (const scenario of scenariosB)
  test(`the listed routes are enough: ${scenario.name}`, async () => {
    const source = await sourceB(clock, 1, { routes: 'listed' });
    try {
      const steps = scenario.arrange(source.fake);
      await signUp(source);
      const mirror = await mirrorOf(platform, source);
      await mirror.round(false);
      await mirror.round(false);
      expect(await mirror.readable(), 'after the first crawl').toEqual(truthOf(source));
      for (const [index, step] of steps.entries()) {
        step(source.fake);
        await mirror.round(true);
        await mirror.round(false);
        expect(await mirror.readable(), `after step ${index + 1}`).toEqual(truthOf(source));
        clock.advance(60_000);
      }
      expect(notListed(source)).toEqual([]);
    } finally {
      await source.fake.close();
    }
  });

test.each([1, 2, 3])(
  'a random history with the listed routes alone is mirrored without a difference, seed %i',
  async (seed) => {
    const source = await sourceB(clock, seed, { routes: 'listed' });
    try {
      source.grow();
      await signUp(source);
      const mirror = await mirrorOf(platform, source);
      const outcome = await liveThrough(source, mirror, clock);
      expect(outcome.wider).toEqual([]);
      expect(outcome.differences).toEqual([]);
      expect(outcome.writes).toEqual([]);
    } finally {
      await source.fake.close();
    }
  },
);

test('routes that a gateway takes away while it runs leave nobody with more than before', async () => {
  const source = await sourceB(clock, 1);
  try {
    const { world, faults } = source.fake;
    const ann = buildB.addUser(world, 'ann');
    const [inner, outer] = [buildB.addGroup(world, 'inner'), buildB.addGroup(world, 'outer')];
    inner.members.add(ann.id);
    outer.members.add(inner.id);
    const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
    const root = world.items.get(drive.rootId);
    if (root === undefined) throw new Error('A drive has a root');
    const file = buildB.addItem(world, root, 'plan', 'file');
    editB.shareWith(world, file, { kind: 'group', id: outer.id });
    await signUp(source);
    const mirror = await mirrorOf(platform, source);
    await mirror.round(false);
    expect([...(await mirror.readable())]).toEqual([...truthOf(source)]);
    expect((await mirror.readable()).size).toBe(1);
    const refused = { status: 403, body: { error: { code: 'Forbidden', message: 'Not on the list.' } } };
    faults.add({
      when: (asked) => !isListed(asked) && !asked.path.endsWith('/token'),
      times: Number.POSITIVE_INFINITY,
      reply: () => refused,
    });
    clock.advance(60_000);
    await mirror.round(false);
    // That one group is in another is not known any more; nobody is blamed and nothing stops.
    expect((await mirror.readable()).size).toBe(0);
    editB.shareWith(world, file, { kind: 'group', id: inner.id });
    await mirror.round(false);
    await mirror.round(false);
    expect((await mirror.readable()).size).toBe(1);
  } finally {
    await source.fake.close();
  }
});
