import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { categoricalColumn } from '../frame/build-columns.ts';
import { groupPartition, userPartition } from './column-partition.ts';
import { type Partition, type Plan, randomPartition, stratifiedPartition } from './partition.ts';

const plan: fc.Arbitrary<Plan> = fc.oneof(
  fc.record({
    kind: fc.constant('cross-validation' as const),
    folds: fc.integer({ min: 2, max: 6 }),
    holdout: fc.constantFrom(0, 0.1, 0.2, 0.35),
  }),
  fc.record({
    kind: fc.constant('train-validation' as const),
    validation: fc.constantFrom(0.1, 0.16, 0.3),
    holdout: fc.constantFrom(0, 0.2),
  }),
);

/** No row is judged and trained on in the same fold, none of the holdout is in a fold, and no row is lost. */
function expectSound(made: Partition, rows: number, used: Plan): void {
  const holdout = new Set(made.holdout);
  const judged: number[] = [];
  for (const { train, validation } of made.folds) {
    const seen = new Set([...train, ...validation, ...made.holdout]);
    expect(train.length + validation.length + holdout.size).toBe(rows);
    expect(seen.size).toBe(rows);
    judged.push(...validation);
  }
  if (used.kind === 'cross-validation') {
    expect(judged.sort((a, b) => a - b)).toEqual([...Array(rows).keys()].filter((row) => !holdout.has(row)));
  }
}

describe('random and stratified partitions', () => {
  it('lose and leak no row, and keep their shares to within one row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 12, max: 120 }), plan, fc.nat(), (rows, used, seed) => {
        const made = randomPartition(rows, used, seededRandom(seed));
        expectSound(made, rows, used);
        expect(Math.abs(made.holdout.length - rows * used.holdout)).toBeLessThanOrEqual(1);
        if (used.kind === 'train-validation') {
          const [fold] = made.folds;
          expect(Math.abs((fold?.validation.length as number) - rows * used.validation)).toBeLessThanOrEqual(2);
        }
      }),
    );
  });

  it('give every fold its fair number of a rare class', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 30 }), fc.nat(), (rare, seed) => {
        const target = Float64Array.from({ length: 200 }, (_, row) => Number(row < rare));
        const made = stratifiedPartition(
          target,
          { kind: 'cross-validation', folds: 5, holdout: 0.2 },
          seededRandom(seed),
        );
        const ones = (rows: Int32Array) => rows.filter((row) => target[row] === 1).length;
        expect(Math.abs(ones(made.holdout) - rare / 5)).toBeLessThanOrEqual(1);
        for (const fold of made.folds) {
          expect(Math.abs(ones(fold.validation) - (rare * 0.8) / 5)).toBeLessThanOrEqual(1.5);
        }
      }),
    );
  });

  it('depend on the seed', () => {
    const used: Plan = { kind: 'cross-validation', folds: 3, holdout: 0 };
    expect(randomPartition(30, used, seededRandom(1))).toEqual(randomPartition(30, used, seededRandom(1)));
    expect(randomPartition(30, used, seededRandom(1))).not.toEqual(randomPartition(30, used, seededRandom(2)));
  });
});

describe('group partitions', () => {
  it('keep groups together and leave no part empty', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { minLength: 12, maxLength: 200 }), plan, fc.nat(), (drawn, used, seed) => {
        const column = categoricalColumn('customer', drawn.map(String));
        const parts = (used.kind === 'cross-validation' ? used.folds : 2) + Number(used.holdout > 0);
        fc.pre(column.levels.length >= parts);
        const made = groupPartition(column, used, seededRandom(seed));
        expectSound(made, drawn.length, used);
        for (const { train, validation } of made.folds) {
          const trained = new Set(train.map((row) => drawn[row] as number));
          expect(validation.some((row) => trained.has(drawn[row] as number))).toBe(false);
          expect(validation.length).toBeGreaterThan(0);
        }
        if (used.holdout > 0) expect(made.holdout.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('user partitions', () => {
  it('read folds and holdout from the column', () => {
    const column = categoricalColumn('part', ['a', 'b', 'h', 'a', 'b']);
    const made = userPartition(column, { kind: 'cross-validation', holdout: 'h' });
    expect(made.folds.map((fold) => [...fold.validation])).toEqual([
      [0, 3],
      [1, 4],
    ]);
    expect([...made.holdout]).toEqual([2]);
  });

  it('read training, validation and holdout from the column', () => {
    const column = categoricalColumn('part', ['T', 'V', 'H', 'T']);
    const made = userPartition(column, { kind: 'train-validation', train: 'T', validation: 'V', holdout: 'H' });
    expect([[...(made.folds[0]?.train ?? [])], [...(made.folds[0]?.validation ?? [])]]).toEqual([[0, 3], [1]]);
  });
});

const cv = (folds: number, holdout = 0): Plan => ({ kind: 'cross-validation', folds, holdout });
describe('bad input', () => {
  it.each([
    ['partition.folds', () => randomPartition(10, cv(1), seededRandom(1)), {}],
    ['partition.holdout', () => randomPartition(10, cv(2, 1), seededRandom(1)), {}],
    ['partition.too-few-rows', () => randomPartition(3, cv(5), seededRandom(1)), {}],
    [
      'partition.missing-target',
      () => stratifiedPartition(Float64Array.of(1, Number.NaN), cv(2), seededRandom(1)),
      { row: 1 },
    ],
    [
      'partition.missing-group',
      () => groupPartition(categoricalColumn('g', ['a', null]), cv(2), seededRandom(1)),
      { row: 1 },
    ],
    [
      'partition.too-few-groups',
      () => groupPartition(categoricalColumn('g', ['a', 'a']), cv(2), seededRandom(1)),
      { column: 'g' },
    ],
    [
      'partition.unknown-part',
      () => userPartition(categoricalColumn('p', ['a', null]), { kind: 'cross-validation' }),
      { row: 1 },
    ],
    [
      'partition.empty-part',
      () => userPartition(categoricalColumn('p', ['a', 'a']), { kind: 'cross-validation' }),
      { column: 'p' },
    ],
  ])('%s', (code, act, place) => {
    expect(act).toThrow(expect.objectContaining({ code, ...place }));
  });
});
