import { EngineProblem } from '../problems/engine-problem.ts';
import type { BinnedProfile } from './binned-profile.ts';

const VERSION = 1;
const ENDS = 32;

/** Whole numbers of any size, seven bits a byte, the lowest first. */
function pushCount(to: number[], value: number): void {
  let left = value;
  while (left >= 0x80) {
    to.push((left % 0x80) + 0x80);
    left = Math.floor(left / 0x80);
  }
  to.push(left);
}

function pushProfile(to: number[], { kind, missing, counts, moments }: BinnedProfile): void {
  const body: number[] = [];
  pushCount(body, missing);
  pushCount(body, moments.count);
  pushCount(body, counts.length);
  for (const count of counts) pushCount(body, count);
  if (kind === 'numbers' && moments.count > 0) {
    const ends = Float64Array.of(moments.mean, moments.m2, moments.min, moments.max);
    body.push(...new Uint8Array(ends.buffer));
  }
  pushCount(to, body.length * 2 + Number(kind === 'names'));
  for (const byte of body) to.push(byte);
}

/** Profiles by position, as bytes: about fifty of them for a column of numbers. */
export function writeBinned(profiles: readonly BinnedProfile[]): Uint8Array {
  const bytes: number[] = [VERSION];
  pushCount(bytes, profiles.length);
  for (const profile of profiles) pushProfile(bytes, profile);
  return Uint8Array.from(bytes);
}

class Reading {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  count(): number {
    let [value, weight] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) throw damaged();
      this.at += 1;
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
      weight *= 0x80;
    }
  }

  numbers(): Float64Array {
    // A copy: numbers must lie at multiples of their size, and `slice` of some kinds of bytes is none.
    const numbers = new Float64Array(new Uint8Array(this.#bytes.subarray(this.at, this.at + ENDS)).buffer);
    this.at += ENDS;
    return numbers;
  }
}

const damaged = () =>
  new EngineProblem(
    'format.not-a-profile',
    'These bytes are no profile that this version reads. Profile the data again.',
  );

/** The profiles at the wanted positions, or all of them; what is not wanted is passed over. Null where there is none. */
export function readBinned(bytes: Uint8Array, wanted?: readonly number[]): (BinnedProfile | null)[] {
  if (bytes[0] !== VERSION) throw damaged();
  const from = new Reading(bytes);
  from.at = 1;
  const held = from.count();
  const places: number[] = [];
  for (let place = 0; place < held; place += 1) {
    places.push(from.at);
    const size = from.count();
    from.at += Math.floor(size / 2);
  }
  if (from.at !== bytes.length) throw damaged();
  return (wanted ?? places.map((_, place) => place)).map((place) => {
    const at = places[place];
    if (at === undefined) return null;
    from.at = at;
    return profileAt(from);
  });
}

function profileAt(from: Reading): BinnedProfile {
  const kind = from.count() % 2 === 1 ? 'names' : 'numbers';
  const [missing, count] = [from.count(), from.count()];
  const counts = Float64Array.from({ length: from.count() }, () => from.count());
  if (kind === 'names' || count === 0) {
    const ends = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    return { kind, missing, counts, moments: { count, mean: 0, m2: 0, ...ends } };
  }
  const [mean, m2, min, max] = from.numbers() as unknown as [number, number, number, number];
  return { kind, missing, counts, moments: { count, mean, m2, min, max } };
}
