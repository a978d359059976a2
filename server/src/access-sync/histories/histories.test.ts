import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { handClock } from '../../../test/providers.ts';
import { liveThrough } from './history.fixtures.ts';
import { mirrorOf } from './mirror.fixtures.ts';
import { sourceA, sourceB } from './source.fixtures.ts';

const clock = handClock();
const platform = await testPlatform({ now: () => new Date(clock.now()) });

const SEEDS = [1, 2, 3, 4];

for (const [name, start] of [
  ['A', sourceA],
  ['B', sourceB],
] as const)
  test.each(SEEDS)(`a random history at provider ${name} is mirrored without a difference, seed %i`, async (seed) => {
    const source = await start(clock, seed);
    try {
      source.grow();
      const mirror = await mirrorOf(platform, source);
      const outcome = await liveThrough(source, mirror, clock);
      expect(outcome.wider).toEqual([]);
      expect(outcome.differences).toEqual([]);
      expect(outcome.writes).toEqual([]);
      expect(outcome.edits).toBeGreaterThan(20);
    } finally {
      await source.fake.close();
    }
  });
