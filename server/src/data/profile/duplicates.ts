import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName } from '../duckdb/duckdb-text.ts';
import type { ColumnProfile } from './profile.types.ts';
import type { Source } from './source.ts';

const PAIRS_AT_ONCE = 200;

/** What two columns with the same values must agree on. */
function likeness({ summary, plot }: ColumnProfile, fingerprint: number | undefined): string {
  const { storedAs, uniqueCount, naCount, min, max, mean } = summary;
  return JSON.stringify([fingerprint, storedAs, uniqueCount, naCount, min, max, mean, plot]);
}

/**
 * Columns that repeat an earlier one in every row. Only those whose figures agree are compared; each of them with the
 * first of its kind, so that a thousand copies cost a thousand comparisons.
 */
export async function markDuplicates(
  session: DuckdbSession,
  source: Source,
  profiles: readonly ColumnProfile[],
  fingerprints: ReadonlyMap<string, number>,
): Promise<ColumnProfile[]> {
  const alike = new Map<string, ColumnProfile[]>();
  for (const profile of profiles) {
    if (profile.summary.uniqueCount < 2) continue;
    const key = likeness(profile, fingerprints.get(profile.name));
    alike.set(key, [...(alike.get(key) ?? []), profile]);
  }
  const pairs = [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map((other) => [first.name, other.name] as const),
  );
  const copies = new Map<string, string>();
  for (let start = 0; start < pairs.length; start += PAIRS_AT_ONCE) {
    const some = pairs.slice(start, start + PAIRS_AT_ONCE);
    const same = some.map(
      ([first, other], i) => `bool_and(${quoteName(first)} IS NOT DISTINCT FROM ${quoteName(other)}) AS s${i}`,
    );
    const [row = {}] = await session.rows(`SELECT ${same.join(', ')} FROM ${source.sql}`);
    for (const [i, [first, other]] of some.entries()) if (row[`s${i}`] === true) copies.set(other, first);
  }
  return profiles.map((profile) => {
    const duplicateOf = copies.get(profile.name);
    if (duplicateOf === undefined) return profile;
    const reason = profile.summary.lowInformationReason ?? 'duplicate';
    return {
      ...profile,
      summary: { ...profile.summary, duplicateOf, lowInformation: true, lowInformationReason: reason },
    };
  });
}
