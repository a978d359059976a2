import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { EngineProblem } from '../core/engine-problem.ts';
import type { ColumnProfile, NameProfile, NumberProfile } from './column-profile.ts';
import { readDistinct, writeDistinct } from './distinct-values.ts';

/** "ALMP" in little-endian order. */
const MAGIC = 0x504d4c41;
const VERSION = 1;

function writeNumbers(to: BinaryWriter, profile: NumberProfile): void {
  const { count, mean, m2, min, max } = profile.moments;
  for (const value of [profile.missing, count, mean, m2, min, max]) to.f64(value);
  to.f64s(profile.digest.means);
  to.f64s(profile.digest.weights);
  to.u8(Number(profile.histogram !== undefined));
  if (profile.histogram !== undefined) {
    to.f64s(profile.histogram.edges);
    to.f64s(profile.histogram.counts);
  }
  writeDistinct(to, profile.distinct);
}

function readNumbers(from: BinaryReader, column: string): NumberProfile {
  const missing = from.f64();
  const moments = { count: from.f64(), mean: from.f64(), m2: from.f64(), min: from.f64(), max: from.f64() };
  const digest = { means: from.f64s(), weights: from.f64s() };
  const histogram = from.u8() === 1 ? { edges: from.f64s(), counts: from.f64s() } : undefined;
  const distinct = readDistinct(from);
  return { kind: 'numbers', column, missing, moments, digest, distinct, ...(histogram && { histogram }) };
}

function writeNames(to: BinaryWriter, { count, missing, total, hitters, distinct }: NameProfile): void {
  for (const value of [count, missing, total, hitters.error]) to.f64(value);
  to.u32(hitters.counts.size);
  for (const [name, times] of hitters.counts) {
    to.text(name);
    to.f64(times);
  }
  writeDistinct(to, distinct);
}

function readNames(from: BinaryReader, column: string): NameProfile {
  const [count, missing, total, error] = [from.f64(), from.f64(), from.f64(), from.f64()];
  const counts = new Map<string, number>();
  for (let left = from.u32(); left > 0; left -= 1) counts.set(from.text(), from.f64());
  return { kind: 'names', column, count, missing, total, hitters: { counts, error }, distinct: readDistinct(from) };
}

/** Profiles of columns as bytes; a column takes from about 100 bytes to 8 kilobytes. */
export function writeProfiles(profiles: readonly ColumnProfile[]): Uint8Array {
  const to = new BinaryWriter();
  to.u32(MAGIC);
  to.u32(VERSION);
  to.u32(profiles.length);
  for (const profile of profiles) {
    to.text(profile.column);
    to.u8(Number(profile.kind === 'names'));
    if (profile.kind === 'names') writeNames(to, profile);
    else writeNumbers(to, profile);
  }
  return to.finish();
}

export function readProfiles(bytes: Uint8Array): ColumnProfile[] {
  const from = new BinaryReader(bytes);
  if (from.u32() !== MAGIC || from.u32() !== VERSION) {
    throw new EngineProblem(
      'format.not-a-profile',
      'These bytes are no profile that this version reads. Profile the data again.',
    );
  }
  return Array.from({ length: from.u32() }, () => {
    const column = from.text();
    return from.u8() === 1 ? readNames(from, column) : readNumbers(from, column);
  });
}
