import type { Gang, GangStep } from './pool.ts';

/** A gang of one: the calling thread alone. */
export function soloGang(step: GangStep): Gang {
  return {
    threads: 1,
    run: (number, ...args) => step(number, Int32Array.from(args), 0, 1),
    release: () => undefined,
  };
}
