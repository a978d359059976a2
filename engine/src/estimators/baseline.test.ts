import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { numericColumn } from '../frame/build-columns.ts';
import { frame } from '../frame/frame.ts';
import { baseline } from './baseline.ts';

const x = frame([numericColumn('a', [1, 2, 3, 4])]);
const run = { random: seededRandom(1) };

describe('the baseline', () => {
  it.each([
    ['mean', undefined, 4],
    ['mean', [1, 1, 1, 5], 7],
    ['median', undefined, 2.5],
    ['median', [1, 1, 1, 5], 10],
    ['median', [1, 2, 0, 3], 6],
  ] as const)('answers the %s under weights %o', async (center, weight, expected) => {
    const y = Float64Array.of(1, 2, 3, 10);
    const given = weight === undefined ? {} : { weight: Float64Array.from(weight) };
    const model = await baseline.fit({ x, y, task: 'regression', ...given }, { center }, run);
    expect([...model.predict(x)]).toEqual(Array(4).fill(expected));
  });

  it('answers how often classes occur', async () => {
    const center = 'mean';
    const two = await baseline.fit({ x, y: Float64Array.of(0, 1, 1, 1), task: 'binary' }, { center }, run);
    expect([...two.predict(x)]).toEqual(Array(4).fill(0.75));
    const y = Float64Array.of(0, 2, 2, 1);
    const three = await baseline.fit({ x, y, task: 'multiclass', classes: 4 }, { center }, run);
    expect([...three.predict(x)].slice(0, 4)).toEqual([0.25, 0.25, 0.5, 0]);
  });
});
