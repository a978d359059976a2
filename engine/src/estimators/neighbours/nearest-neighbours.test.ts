import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import golden from '../../../golden/sklearn-linear.json' with { type: 'json' };
import { seededRandom } from '../../core/random.ts';
import { numericColumn } from '../../frame/build-columns.ts';
import { type Frame, frame, takeRows } from '../../frame/frame.ts';
import { nearestNeighbours } from './nearest-neighbours.ts';
import { pointIndex } from './point-index.ts';

const rows = (from: number, to: number) => Int32Array.from({ length: to - from }, (_, at) => from + at);
const { k, trained, ...answers } = golden.neighbours;
const all: Frame = frame(
  ['a', 'b', 'c', 'd'].map((name, j) =>
    numericColumn(
      name,
      golden.x.map((row) => row[j] as number),
    ),
  ),
);
const [before, after] = [takeRows(all, rows(0, trained)), takeRows(all, rows(trained, all.rows))];
const params = { k, mostRows: 1000, smoothing: 0 };
const run = { random: seededRandom(1) };

describe(`nearest neighbours against ${golden.program}`, () => {
  it('averages the targets of the k nearest', async () => {
    const y = Float64Array.from(answers.y.slice(0, trained));
    const model = await nearestNeighbours.fit({ x: before, y, task: 'regression' }, params, run);
    const ours = model.predict(after);
    answers.regression.forEach((value, row) => {
      expect(ours[row]).toBeCloseTo(value, 10);
    });
  });

  it('answers the shares of classes among the k nearest', async () => {
    const y = Float64Array.from(answers.classes.slice(0, trained));
    const model = await nearestNeighbours.fit({ x: before, y, task: 'multiclass', classes: 3 }, params, run);
    const ours = model.predict(after);
    answers.multiclass.forEach((value, at) => {
      expect(ours[at]).toBeCloseTo(value, 10);
    });
  });

  it('leans towards how often classes occur, by as many neighbours as asked for', async () => {
    const y = Float64Array.from(answers.classes.slice(0, trained), (value) => Number(value === 1));
    const fit = (smoothing: number) =>
      nearestNeighbours
        .fit({ x: before, y, task: 'binary' }, { ...params, smoothing }, run)
        .then((model) => model.predict(after));
    const [plain, smooth] = [await fit(0), await fit(k)];
    const share = y.reduce((sum, value) => sum + value, 0) / trained;
    plain.forEach((chance, row) => {
      expect(smooth[row]).toBeCloseTo((chance + share) / 2, 12);
    });
  });

  it('samples large training sets down, the same way for the same seed', async () => {
    const many = takeRows(
      all,
      Int32Array.from({ length: 600 }, (_, at) => at % all.rows),
    );
    const y = Float64Array.from({ length: 600 }, (_, at) => at);
    const fit = async (seed: number) =>
      (
        await nearestNeighbours.fit(
          { x: many, y, task: 'regression' },
          { k: 3, mostRows: 100, smoothing: 0 },
          { random: seededRandom(seed) },
        )
      ).predict(after);
    expect(await fit(1)).toEqual(await fit(1));
    expect(await fit(1)).not.toEqual(await fit(2));
  });
});

describe('the index of points', () => {
  const point = fc.record({ at: fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)), weight: fc.nat(3) });

  it('finds exactly the mass asked for, nearest first, as a search through all points would', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), point, fc.integer({ min: 1, max: 10 }), (drawn, asked, mass) => {
        const weight = Float64Array.from(drawn, (one) => one.weight);
        const cells = Float64Array.from(drawn.flatMap((one) => one.at));
        const total = weight.reduce((sum, value) => sum + value, 0);
        const chosen = pointIndex({ width: 3, cells, weight }).nearest(Float64Array.from(asked.at), mass);
        expect(chosen.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(Math.min(mass, total), 9);
        const far = drawn.map(({ at }) =>
          at.reduce((sum, value, j) => sum + (value - (asked.at[j] as number)) ** 2, 0),
        );
        const furthest = Math.max(-1, ...chosen.map(({ row }) => far[row] as number));
        const share = new Map(chosen.map((one) => [one.row, one.share]));
        far.forEach((distance, row) => {
          if (distance < furthest) expect(share.get(row) ?? 0).toBe(weight[row]);
          if (distance > furthest) expect(share.has(row)).toBe(false);
        });
      }),
    );
  });
});
