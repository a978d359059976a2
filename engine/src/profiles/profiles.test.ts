import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoricalColumn, numericColumn, textColumn } from '../frame/build-columns.ts';
import type { Column } from '../frame/frame.ts';
import { type ColumnProfile, edgesFrom, mergeProfiles, type NumberProfile, profileColumn } from './column-profile.ts';
import { distinctEstimate } from './distinct-values.ts';
import { readProfiles, writeProfiles } from './profile-file.ts';
import { quantile, RANK_ERROR } from './t-digest.ts';

const edges = Float64Array.of(-10, 0, 0.5, 100);
const number = fc.option(
  fc.integer({ min: -8000, max: 8000 }).map((value) => value / 8),
  { freq: 5 },
);
const numbers = fc.array(number, { maxLength: 300 }).map((cells) => numericColumn('price', cells));
const names = fc.array(fc.option(fc.nat(100).map((level) => `level ${level}`)), { maxLength: 300 });
const columns: fc.Arbitrary<Column>[] = [
  numbers,
  names.map((cells) => categoricalColumn('store', cells)),
  fc.array(fc.option(fc.lorem({ maxCount: 4 })), { maxLength: 40 }).map((cells) => textColumn('note', cells)),
];
const profiles = columns.map((column) => column.map((drawn) => profileColumn(drawn, edges)));

/** As one text: comparing thousands of bytes one by one is slow. */
const bytesOf = (...all: ColumnProfile[]) => writeProfiles(all).join();

/** The parts of a profile for which grouping cannot matter at all. */
function exactPart(profile: ColumnProfile): object {
  const { missing } = profile;
  const distinct = profile.distinct.registers.join();
  if (profile.kind === 'names') return { missing, distinct, count: profile.count, total: profile.total };
  const { count, min, max } = profile.moments;
  return { missing, distinct, count, min, max, histogram: profile.histogram };
}

const readable = (profile: ColumnProfile) => ({ ...profile, distinct: profile.distinct.registers.join() });

function expectWithinRounding(a: number, b: number, size: number): void {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, size));
}

describe.each([
  ['numbers', profiles[0]],
  ['categories', profiles[1]],
  ['texts', profiles[2]],
] as [string, fc.Arbitrary<ColumnProfile>][])('a profile of %s', (_, profile) => {
  it('merges commutatively, to the bit', () => {
    fc.assert(
      fc.property(profile, profile, (a, b) => {
        expect(bytesOf(mergeProfiles(a, b))).toBe(bytesOf(mergeProfiles(b, a)));
      }),
    );
  });

  it('merges associatively: counts to the bit, the rest within its stated error', () => {
    fc.assert(
      fc.property(profile, profile, profile, (a, b, c) => {
        const [left, right] = [mergeProfiles(mergeProfiles(a, b), c), mergeProfiles(a, mergeProfiles(b, c))];
        expect(exactPart(left)).toEqual(exactPart(right));
        if (left.kind === 'names' && right.kind === 'names') {
          for (const name of new Set([...left.hitters.counts.keys(), ...right.hitters.counts.keys()])) {
            const gap = (left.hitters.counts.get(name) ?? 0) - (right.hitters.counts.get(name) ?? 0);
            expect(Math.abs(gap)).toBeLessThanOrEqual(Math.max(left.hitters.error, right.hitters.error));
          }
        }
        if (left.kind === 'numbers' && right.kind === 'numbers') {
          expectWithinRounding(left.moments.mean, right.moments.mean, 1000);
          expectWithinRounding(left.moments.m2, right.moments.m2, left.moments.m2);
        }
      }),
    );
  });

  it('has an identity: the profile of no rows', () => {
    fc.assert(
      fc.property(profile, (a) => {
        const none = profileColumn(emptyLike(a), edges);
        expect(bytesOf(mergeProfiles(a, none))).toBe(bytesOf(a));
      }),
    );
  });

  it('survives being written and read', () => {
    fc.assert(
      fc.property(fc.array(profile, { maxLength: 3 }), (all) => {
        const back = readProfiles(writeProfiles(all));
        expect(bytesOf(...back)).toBe(bytesOf(...all));
        expect(back.map(readable)).toEqual(all.map(readable));
      }),
    );
  });
});

function emptyLike({ kind, column }: ColumnProfile): Column {
  if (kind === 'numbers') return numericColumn(column, []);
  return categoricalColumn(column, []);
}

describe('a merged profile of numbers', () => {
  it('has the quantiles of all values, within the rank error, however parts are grouped', () => {
    fc.assert(
      fc.property(numbers, numbers, numbers, (a, b, c) => {
        const [x, y, z] = [a, b, c].map((part) => profileColumn(part)) as [ColumnProfile, ColumnProfile, ColumnProfile];
        const all = [a, b, c].flatMap((part) => [...part.values]).filter((value) => !Number.isNaN(value));
        fc.pre(all.length > 0);
        for (const merged of [mergeProfiles(mergeProfiles(x, y), z), mergeProfiles(x, mergeProfiles(y, z))]) {
          const middle = quantile((merged as NumberProfile).digest, 0.5);
          // One value more or less is the finest step a small sample can take.
          const slack = RANK_ERROR + 1 / all.length;
          expect(all.filter((value) => value < middle).length / all.length).toBeLessThanOrEqual(0.5 + slack);
          expect(all.filter((value) => value <= middle).length / all.length).toBeGreaterThanOrEqual(0.5 - slack);
        }
      }),
    );
  });
});

describe('profiles', () => {
  it('count words of texts and levels of categories', () => {
    const note = profileColumn(textColumn('note', ['Late again!', 'late', null]));
    expect(note).toMatchObject({ kind: 'names', count: 2, missing: 1, total: 3 });
    expect(note.kind === 'names' && [...note.hitters.counts]).toEqual([
      ['late', 2],
      ['again', 1],
    ]);
    expect(distinctEstimate(note.distinct)).toBeCloseTo(2, 1);
  });

  it('offer edges with equal shares, without repeats', () => {
    const values = Array.from({ length: 1000 }, (_, at) => at);
    const found = edgesFrom(profileColumn(numericColumn('n', values)) as NumberProfile, 4);
    [250, 500, 750].forEach((edge, at) => {
      expect(Math.abs((found[at] as number) - edge)).toBeLessThan(5);
    });
    expect(edgesFrom(profileColumn(numericColumn('n', [1, 1, 1])) as NumberProfile, 10)).toEqual(Float64Array.of(1));
  });

  it('stay small: 100,000 rows fit in 8 kilobytes', () => {
    const values = Float64Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 100_003);
    expect(writeProfiles([profileColumn(numericColumn('n', values), edges)]).length).toBeLessThan(8192);
  });

  it.each([
    [profileColumn(numericColumn('a', [1])), profileColumn(numericColumn('b', [1])), 'profile.unlike'],
    [profileColumn(numericColumn('a', [1])), profileColumn(categoricalColumn('a', ['x'])), 'profile.unlike'],
    [profileColumn(numericColumn('a', [1]), edges), profileColumn(numericColumn('a', [1])), 'profile.unlike'],
    [
      profileColumn(numericColumn('a', [1]), edges),
      profileColumn(numericColumn('a', [1]), edges.slice(1)),
      'profile.edges',
    ],
  ])('refuse to merge what does not belong together (%#)', (a, b, code) => {
    expect(() => mergeProfiles(a, b)).toThrow(expect.objectContaining({ code }));
  });
});
