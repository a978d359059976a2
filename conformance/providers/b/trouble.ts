import type { Random } from '../wire/random.ts';
import { failed } from './drive-routes.ts';
import type { ProviderB } from './provider-b.ts';

/** Something goes wrong with the next calls: each is a thing the real service does. */
export function trouble(fake: ProviderB, random: Random): string {
  const any = () => random.chance(0.3);
  const throttled = { ...failed(429, 'activityLimitReached', 'Throttled.'), headers: { 'retry-after': '20' } };
  const kinds: Record<string, () => void> = {
    'throttled calls': () => fake.faults.add({ when: any, times: 1 + random.below(3), reply: () => throttled }),
    'busy service': () =>
      fake.faults.add({ when: any, times: 2, reply: () => failed(503, 'serviceNotAvailable', 'Try later.') }),
    'broken connections': () => fake.faults.add({ when: any, times: 2, reply: () => null }),
    'one throttled read in a batch': () =>
      fake.faults.add({ when: (asked) => asked.headers['x-in-batch'] === 'true', times: 1, reply: () => throttled }),
    'a run that fails half-way': () =>
      fake.faults.add({
        when: (asked) => /delta|batch/.test(asked.path) && random.chance(0.5),
        times: 12,
        reply: () => failed(500, 'generalException', 'An unspecified error has occurred.'),
      }),
    'tokens that run out': () => fake.revokeTokens(),
    'untidy pages': () => {
      fake.feed.pageSize = 1 + random.below(6);
      fake.feed.repeats = random.next() * 0.5;
      fake.feed.emptyPages = random.next() * 0.3;
      fake.feed.parents = random.chance(0.5);
      fake.feed.shuffle = random.chance(0.5);
      fake.feed.annotation = random.pick(['string', 'boolean'] as const);
    },
  };
  const name = random.pick(Object.keys(kinds));
  kinds[name]?.();
  return name;
}
