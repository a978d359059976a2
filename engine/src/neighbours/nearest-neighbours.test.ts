import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import golden from '../../golden/sklearn-linear.json' with { type: 'json' };
import { type Frame, frame, takeRows } from '../frame/frame.ts';
import { numericColumn } from '../frame/from-arrays.ts';
import { seeded } from '../random/random.ts';
import { nearest } from './nearest.ts';
import { nearestNeighbours } from './nearest-neighbours.ts';

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
const params = { k, mostRows: 1000 };
const run = { random: seeded(1) };

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
          { k: 3, mostRows: 100 },
          { random: seeded(seed) },
        )
      ).predict(after);
    expect(await fit(1)).toEqual(await fit(1));
    expect(await fit(1)).not.toEqual(await fit(2));
  });
});

describe('nearest', () => {
  it('takes exactly the mass asked for, nearest first', () => {
    const row = fc.record({ far: fc.nat(6), weight: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.integer({ min: 1, max: 10 }), (drawn, mass) => {
        const far = Float64Array.from(drawn, (one) => one.far);
        const weight = Float64Array.from(drawn, (one) => one.weight);
        const total = weight.reduce((sum, value) => sum + value, 0);
        const chosen = nearest(far, weight, mass);
        const taken = chosen.reduce((sum, { share }) => sum + share, 0);
        expect(taken).toBeCloseTo(Math.min(mass, total), 9);
        const furthest = Math.max(-1, ...chosen.map(({ row: at }) => far[at] as number));
        const share = new Map(chosen.map((one) => [one.row, one.share]));
        far.forEach((distance, at) => {
          if (distance < furthest) expect(share.get(at) ?? 0).toBe(weight[at]);
        });
      }),
    );
  });
});
