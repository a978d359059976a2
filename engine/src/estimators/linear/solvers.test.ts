import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { categoricalColumn, numericColumn } from '../../frame/build-columns.ts';
import { frame } from '../../frame/frame.ts';
import type { DesignColumn } from '../encoding/design.ts';
import { covariances, descendOnCovariances, interceptOf, momentsOf, solveRidge } from './moments.ts';
import { descend } from './newton-step.ts';
import { FOLDS, foldsByContent, SHARED, strengthPath } from './solver.ts';

/** A small problem with dense and sparse columns and uneven weights. */
function problem(seed: number, rows = 40) {
  const random = seededRandom(seed);
  const dense = Array.from({ length: 3 }, () => Float64Array.from({ length: rows }, () => random.normal()));
  const picked = Int32Array.from({ length: rows }, (_, row) => row).filter(() => random.next() < 0.3);
  const sparse = { rows: picked, values: Float64Array.from(picked, () => 1) };
  const columns: DesignColumn[] = [...dense.map((values) => ({ dense: values })), sparse];
  const y = Float64Array.from({ length: rows }, (_, row) => 2 * (dense[0]?.[row] as number) + random.normal());
  const raw = Float64Array.from({ length: rows }, () => 0.1 + random.next());
  const total = raw.reduce((sum, value) => sum + value, 0);
  return { columns, y, weight: raw.map((value) => value / total) };
}

describe('three ways to the same coefficients', () => {
  it('descent on rows, descent on covariances and, for ridge, the exact solution', () => {
    const strength = fc.double({ min: 0.001, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat(), strength, fc.constantFrom(0, 0.5, 1), (seed, chosen, mix) => {
        const { columns, y, weight } = problem(seed);
        const penalty = { strength: chosen, mix };
        const onRows = { intercept: 0, coefficients: new Float64Array(columns.length) };
        descend({ columns, weight, residual: y.slice() }, onRows, penalty, 1e-16);
        const data = covariances(momentsOf(columns, y, weight, new Uint8Array(y.length), 1), () => 1);
        const onCovariances = new Float64Array(columns.length);
        descendOnCovariances(data, onCovariances, penalty, 1e-18);
        const ways = mix === 0 ? [onCovariances, solveRidge(data, chosen)] : [onCovariances];
        for (const way of ways) {
          way.forEach((value, j) => {
            expect(value).toBeCloseTo(onRows.coefficients[j] as number, 6);
          });
          expect(interceptOf(data, way)).toBeCloseTo(onRows.intercept, 6);
        }
      }),
    );
  });

  it('leave a column out that a copy of it makes superfluous', () => {
    const { columns, y, weight } = problem(1);
    const duplicates = [columns[0] as DesignColumn, columns[0] as DesignColumn];
    const data = covariances(momentsOf(duplicates, y, weight, new Uint8Array(y.length), 1), () => 1);
    const [a, b] = solveRidge(data, 0) as unknown as [number, number];
    expect(a).toBeCloseTo(b, 3);
    expect(a + b).toBeCloseTo((data.withTarget[0] as number) / (data.products[0] as number), 6);
  });
});

describe('the path of strengths', () => {
  it('falls from where everything is silent', () => {
    const path = strengthPath(0.4, 0.5, 10);
    expect(path[0]).toBeCloseTo(0.8, 12);
    expect(path.every((strength, at) => at === 0 || strength < (path[at - 1] as number))).toBe(true);
    const { columns, y, weight } = problem(3);
    const data = covariances(momentsOf(columns, y, weight, new Uint8Array(y.length), 1), () => 1);
    const largest = Math.max(...data.withTarget.map(Math.abs));
    const silent = new Float64Array(columns.length);
    descendOnCovariances(data, silent, { strength: strengthPath(largest, 1, 5)[0] as number, mix: 1 }, 1e-16);
    expect(silent).toEqual(new Float64Array(columns.length));
  });
});

describe('folds by content', () => {
  const table = (cells: readonly number[]) =>
    frame([
      numericColumn('n', cells),
      categoricalColumn(
        'c',
        cells.map((cell) => (cell % 3 === 0 ? null : `level ${cell}`)),
      ),
    ]);

  it('keep equal rows together, whatever the order of rows and columns', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { minLength: 2, maxLength: 60 }), (cells) => {
        const x = table(cells);
        const [y, weight] = [Float64Array.from(cells), new Float64Array(cells.length).fill(1)];
        const folds = foldsByContent(x, y, weight);
        const back = [...cells].reverse();
        const reversed = { ...table(back), columns: [...table(back).columns].reverse() };
        expect(foldsByContent(reversed, Float64Array.from(back), weight)).toEqual(folds.slice().reverse());
        cells.forEach((cell, row) => {
          expect(folds[row]).toBe(folds[cells.indexOf(cell)]);
        });
      }),
    );
  });

  it('share out rows that occur often, and weigh like repeating', () => {
    const often = [...Array<number>(FOLDS).fill(7), 8, 9];
    const folds = foldsByContent(table(often), Float64Array.from(often), new Float64Array(often.length).fill(1));
    expect([...folds.slice(0, FOLDS)]).toEqual(Array(FOLDS).fill(SHARED));
    const once = foldsByContent(table([7, 8, 9]), Float64Array.of(7, 8, 9), Float64Array.of(FOLDS, 1, 1));
    expect([...once]).toEqual([SHARED, ...folds.slice(FOLDS)]);
  });
});
