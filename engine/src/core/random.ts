/** A stream of pseudo-random draws. The engine has no other source of chance, so a seed fixes every result. */
export interface Random {
  /** Uniform in [0, 1) with 53 random bits. */
  next(): number;
  /** Uniform integer in [0, below). */
  int(below: number): number;
  /** Standard normal. */
  normal(): number;
  /** A stream of its own that depends on the seed and the label only, not on what was drawn before. */
  fork(label: string): Random;
}

const GOLDEN = 0x9e3779b9;

/** Finaliser of MurmurHash3: every input bit reaches every output bit. */
export function scramble(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

type Key = readonly [number, number, number, number];

function expand(a: number, b: number): Key {
  const word = (step: number) => scramble(scramble((a + Math.imul(GOLDEN, step)) >>> 0) ^ scramble(b + step));
  return [word(1), word(2), word(3), word(4)];
}

/** Each of the four words takes in the label with a different start, so that forks collide only by 128-bit chance. */
function mixLabel(key: Key, label: string): Key {
  const words = key.map((word, lane) => {
    let h = scramble(word ^ Math.imul(GOLDEN, lane + 5) ^ label.length);
    for (let i = 0; i < label.length; i += 1) h = scramble(Math.imul(h, 31) + label.charCodeAt(i) + lane);
    return h;
  });
  return [words[0] as number, words[1] as number, words[2] as number, words[3] as number];
}

function stream(key: Key): Random {
  let [a, b, c, d] = key;
  if ((a | b | c | d) === 0) a = GOLDEN;
  let spare = Number.NaN;

  const word = (): number => {
    const mixed = Math.imul(b, 5);
    const result = Math.imul((mixed << 7) | (mixed >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  const next = () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992;

  return {
    next,
    int: (below) => Math.floor(next() * below),
    normal() {
      if (!Number.isNaN(spare)) {
        const kept = spare;
        spare = Number.NaN;
        return kept;
      }
      for (;;) {
        const u = 2 * next() - 1;
        const v = 2 * next() - 1;
        const s = u * u + v * v;
        if (s > 0 && s < 1) {
          const scale = Math.sqrt((-2 * Math.log(s)) / s);
          spare = v * scale;
          return u * scale;
        }
      }
    },
    fork: (label) => stream(mixLabel(key, label)),
  };
}

/**
 * The generator of the engine: xoshiro128** (Blackman and Vigna 2021, "Scrambled linear pseudorandom number
 * generators"), seeded through a hash so that neighbouring seeds give unrelated streams.
 */
export function seededRandom(seed: number): Random {
  const low = seed >>> 0;
  const high = Math.floor(Math.abs(seed) / 4294967296) >>> 0;
  return stream(expand(low, high));
}

/** Shuffles in place, from the last place down (Fisher and Yates; Durstenfeld 1964, "Algorithm 235: random permutation"). */
export function shuffle<A extends number[] | Int32Array>(order: A, random: Random): A {
  for (let i = order.length - 1; i > 0; i -= 1) swap(order, i, random.int(i + 1));
  return order;
}

/** Draws the first `wanted` places from all without replacement, in place. */
export function drawFirst<T>(pool: { [place: number]: T; length: number }, wanted: number, random: Random): void {
  for (let i = 0; i < wanted; i += 1) swap(pool, i, i + random.int(pool.length - i));
}

function swap<T>(items: { [place: number]: T }, i: number, j: number): void {
  const first = items[i] as T;
  items[i] = items[j] as T;
  items[j] = first;
}

/** The rows 0..rows-1 in random order. */
export function shuffledRows(rows: number, random: Random): Int32Array {
  const order = new Int32Array(rows);
  for (let i = 0; i < rows; i += 1) {
    const j = random.int(i + 1);
    order[i] = order[j] as number;
    order[j] = i;
  }
  return order;
}
