import { EngineProblem } from '../core/engine-problem.ts';
import type { BinnedProfile } from './binned-profile.ts';

const VERSION = 1;

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

/** Reads on from a place; the one object serves a whole year of rows. */
class Reading {
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  at = 0;

  open(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  count(): number {
    let byte = this.#next();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let weight = 0x80; byte >= 0x80; weight *= 0x80) {
      byte = this.#next();
      value += (byte & 0x7f) * weight;
    }
    return value;
  }

  number(): number {
    if (this.at + 8 > this.#bytes.length) throw damagedFile();
    const value = this.#view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  #next(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw damagedFile();
    this.at += 1;
    return byte;
  }
}

const damagedFile = () =>
  new EngineProblem(
    'format.not-a-profile',
    'These bytes are no profile that this version reads. Profile the data again.',
  );

/** Where each profile begins. */
function placesIn(from: Reading, bytes: Uint8Array, places: number[] = []): number[] {
  if (bytes[0] !== VERSION) throw damagedFile();
  from.open(bytes);
  from.at = 1;
  const held = from.count();
  places.length = 0;
  for (let place = 0; place < held; place += 1) {
    places.push(from.at);
    const size = Math.floor(from.count() / 2);
    from.at += size;
  }
  if (from.at !== bytes.length) throw damagedFile();
  return places;
}

/** The profiles at the wanted positions, or all of them; what is not wanted is passed over. Null where there is none. */
export function readBinned(bytes: Uint8Array, wanted?: readonly number[]): (BinnedProfile | null)[] {
  const totals = new BinnedTotals(wanted?.length ?? placesIn(new Reading(), bytes).length);
  totals.add(bytes, wanted);
  return totals.finish();
}

interface Total {
  readonly kind: 'numbers' | 'names';
  readonly counts: Float64Array;
  missing: number;
  count: number;
  mean: number;
  m2: number;
  min: number;
  max: number;
}

/** Merges many written profiles without making each of them: a year of hours is some thousands. */
export class BinnedTotals {
  readonly #totals: (Total | null)[];
  readonly #from = new Reading();

  constructor(columns: number) {
    this.#totals = new Array<Total | null>(columns).fill(null);
  }

  /** `wanted`: for each column its position in these bytes. In other bins than before, the new ones are kept alone. */
  add(bytes: Uint8Array, wanted?: readonly number[]): void {
    const places = placesIn(this.#from, bytes);
    for (let column = 0; column < this.#totals.length; column += 1) {
      const at = places[wanted === undefined ? column : (wanted[column] as number)];
      if (at === undefined) continue;
      this.#from.at = at;
      this.#totals[column] = addNext(this.#from, this.#totals[column] ?? null);
    }
  }

  finish(): (BinnedProfile | null)[] {
    return this.#totals.map((total) => {
      if (total === null) return null;
      const { kind, missing, counts, count, mean, m2, min, max } = total;
      return { kind, missing, counts: counts.slice(), moments: { count, mean, m2, min, max } };
    });
  }
}

function addNext(from: Reading, known: Total | null): Total {
  const kind = from.count() % 2 === 1 ? 'names' : 'numbers';
  const [missing, count, bins] = [from.count(), from.count(), from.count()];
  const isAlike = known !== null && known.kind === kind && known.counts.length === bins;
  const to = isAlike ? known : emptyTotal(kind, bins);
  to.missing += missing;
  for (let bin = 0; bin < bins; bin += 1) to.counts[bin] = (to.counts[bin] as number) + from.count();
  if (kind === 'names' || count === 0) to.count += count;
  else addMoments(to, count, from.number(), from.number(), from.number(), from.number());
  return to;
}

const emptyTotal = (kind: Total['kind'], bins: number): Total => ({
  ...{ kind, counts: new Float64Array(bins), missing: 0, count: 0, mean: 0, m2: 0 },
  ...{ min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
});

/** As `mergeMoments`, in place. */
function addMoments(to: Total, count: number, mean: number, m2: number, min: number, max: number): void {
  const all = to.count + count;
  const gap = to.mean - mean;
  to.m2 = to.count === 0 ? m2 : to.m2 + m2 + (gap * gap * (to.count * count)) / all;
  to.mean = to.count === 0 ? mean : (to.count * to.mean + count * mean) / all;
  to.min = Math.min(to.min, min);
  to.max = Math.max(to.max, max);
  to.count = all;
}

/**
 * Looks at written profiles one by one without making any of them: an answer about a hundred batches of fifty columns
 * looks at thousands.
 */
export class BinnedLook {
  readonly #from = new Reading();
  readonly #places: number[] = [];
  /** Of the profile that was looked at last: all its rows, and whether its shares could be told. */
  rows = 0;
  isReported = false;

  open(bytes: Uint8Array): void {
    placesIn(this.#from, bytes, this.#places);
  }

  /** The shares of the profile at a place, as `binnedShares` has them, if it has that kind and as many bins. */
  shares(place: number, kind: BinnedProfile['kind'], into: Float64Array): void {
    const at = this.#places[place];
    this.rows = 0;
    this.isReported = false;
    if (at === undefined) return;
    const from = this.#from;
    from.at = at;
    const isNames = from.count() % 2 === 1;
    const [missing, count, bins] = [from.count(), from.count(), from.count()];
    this.rows = missing + count;
    if (isNames !== (kind === 'names') || bins + 1 !== into.length) return;
    let total = 0;
    for (let bin = 0; bin < bins; bin += 1) {
      const rows = from.count();
      into[bin] = rows;
      total += rows;
    }
    const there = this.rows === 0 ? Number.NaN : count / this.rows;
    for (let bin = 0; bin < bins && total > 0; bin += 1) into[bin] = ((into[bin] as number) / total) * there;
    into[bins] = 1 - there;
    this.isReported = true;
  }
}
