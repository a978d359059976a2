import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { handClock, type Scenario, scenariosA, scenariosB } from '../../../test/providers.ts';
import { writesOf } from './history.fixtures.ts';
import { mirrorOf } from './mirror.fixtures.ts';
import { type Source, sourceA, sourceB, truthOf } from './source.fixtures.ts';

const clock = handClock();
const platform = await testPlatform({ now: () => new Date(clock.now()) });

async function play<Fake>(source: Source & { readonly fake: Fake }, scenario: Scenario<Fake>): Promise<void> {
  try {
    const steps = scenario.arrange(source.fake);
    const mirror = await mirrorOf(platform, source);
    await mirror.round(false);
    expect(await mirror.readable(), 'after the first crawl').toEqual(truthOf(source));
    for (const [index, step] of steps.entries()) {
      step(source.fake);
      await mirror.round(true);
      // Whoever came into a group counts once they were seen twice.
      await mirror.round(false);
      expect(await mirror.readable(), `after step ${index + 1}`).toEqual(truthOf(source));
      clock.advance(60_000);
      expect(await mirror.readable(), `a minute after step ${index + 1}`).toEqual(truthOf(source));
    }
    expect(writesOf(source)).toEqual([]);
  } finally {
    await source.fake.close();
  }
}

for (const scenario of scenariosB) test(`B: ${scenario.name}`, async () => play(await sourceB(clock, 1), scenario));

for (const scenario of scenariosA) test(`A: ${scenario.name}`, async () => play(await sourceA(clock, 1), scenario));
