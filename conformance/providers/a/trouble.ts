import type { Random } from '../wire/random.ts';
import { failed } from './errors.ts';
import type { ProviderA } from './provider-a.ts';

/** Something goes wrong with the next calls: each is a thing the real service does. */
export function trouble(fake: ProviderA, random: Random): string {
  const any = () => random.chance(0.3);
  const refuse = (status: number, reason: string, times: number) =>
    fake.faults.add({
      when: (asked) => asked.path !== '/token' && any(),
      times,
      reply: () => failed(status, reason, reason),
    });
  const kinds: Record<string, () => void> = {
    'a person too fast': () => refuse(403, 'userRateLimitExceeded', 1 + random.below(3)),
    'a project too fast': () => refuse(429, 'rateLimitExceeded', 1 + random.below(2)),
    'a busy service': () => refuse(503, 'backendError', 2),
    'broken connections': () => fake.faults.add({ when: any, times: 2, reply: () => null }),
    'a run that fails half-way': () =>
      fake.faults.add({
        when: (asked) => /files|changes/.test(asked.path) && random.chance(0.5),
        times: 12,
        reply: () => failed(500, 'backendError', 'Backend error'),
      }),
    'tokens that run out': () => fake.revokeTokens(),
    'small pages': () => {
      fake.behaviors.pageSize = 1 + random.below(5);
    },
  };
  const name = random.pick(Object.keys(kinds));
  kinds[name]?.();
  return name;
}
