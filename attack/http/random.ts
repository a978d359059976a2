/** Numbers that are the same for the same seed (mulberry32). */
export interface Random {
  next(): number;
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
  hex(length: number): string;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    chance: (probability) => next() < probability,
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(''),
  };
}
