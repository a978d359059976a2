import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { MODES, type Task } from '../core/run.ts';
import { catalogue, estimatorNamed } from '../estimators/catalogue.ts';
import { checkParams } from '../estimators/parameters.ts';
import { type Frame, frame } from '../frame/frame.ts';
import type { Partition } from '../partition/partition.ts';
import { listTabularBlueprints } from '../tabular/blueprint.ts';
import { prepareTabular } from '../tabular/problem.ts';
import { runTabular } from './run-tabular.ts';

const ROWS = 120;
const rows = Array.from({ length: ROWS }, (_, row) => row);
const ofThirds = (wanted: (third: number) => boolean) => Int32Array.from(rows.filter((row) => wanted(row % 3)));

/** Two folds over the rows of the first two thirds, the last third held out. */
const thirds: Partition = {
  folds: [0, 1].map((fold) => ({
    train: ofThirds((third) => third === 1 - fold),
    validation: ofThirds((third) => third === fold),
  })),
  holdout: ofThirds((third) => third === 2),
};

const random = seededRandom(11);
const size = Float64Array.from(rows, () => 10 + random.normal());
const price = { kind: 'numeric', name: 'price', values: size.map((value) => 3 * value) } as const;
const sold = { kind: 'boolean', name: 'sold', values: size.map((value) => (value > 10 ? 1 : 0)) } as const;

/** Every kind of column with values in the rows of one third only. */
function onlyInThird(third: number): Frame {
  const inside = (row: number) => row % 3 === third;
  const numbers = Float64Array.from(rows, (row) => (inside(row) ? row : Number.NaN));
  return frame([
    { kind: 'numeric', name: 'size', values: size },
    { kind: 'numeric', name: 'rare number', values: numbers },
    { kind: 'date', name: 'rare day', values: numbers.map((value) => value * 86_400_000) },
    { kind: 'boolean', name: 'rare answer', values: numbers.map((value) => value % 2) },
    {
      kind: 'categorical',
      name: 'rare level',
      codes: Int32Array.from(rows, (r) => (inside(r) ? 0 : -1)),
      levels: ['a'],
    },
    { kind: 'text', name: 'rare words', values: rows.map((row) => (inside(row) ? `note ${row % 5}` : null)) },
    price,
    sold,
  ]);
}

const namesOf = (task: Task) =>
  catalogue.filter(({ tasks, name }) => tasks.includes(task) && name !== 'ridge').map(({ name }) => name);

describe('the tabular autopilot on awkward tables', { timeout: 120_000 }, () => {
  it.each([0, 1, 2])('learns where columns have values in third %s of the rows only', async (third) => {
    const settings = { mode: 'manual', partition: thirds, blueprints: namesOf('regression') } as const;
    const own = { ...settings, target: 'price', task: 'regression', ignore: ['sold'] } as const;
    const outcome = await runTabular(onlyInThird(third), own, { random: seededRandom(1) });
    expect(outcome.leaderboard.filter(({ id }) => id !== 'blend').map(({ id }) => id)).toEqual(settings.blueprints);
    expect(outcome.holdout?.RMSE).toBeLessThan(1);
  });

  it.each([
    ['regression', 'price', 'RMSE'],
    ['binary', 'sold', 'LogLoss'],
  ] as const)('learns a %s from text alone', async (task, target, metric) => {
    const words = rows.map((row) => ((size[row] as number) > 10 ? 'large bright house' : 'small dark room'));
    const table = frame([{ kind: 'text', name: 'words', values: words }, task === 'binary' ? sold : price]);
    const settings = { mode: 'manual', folds: 2, blueprints: namesOf(task), target, task } as const;
    const outcome = await runTabular(table, settings, { random: seededRandom(2) });
    const score = (id: string) => outcome.leaderboard.find((entry) => entry.id === id)?.folds[0]?.[metric];
    expect(outcome.leaderboard.map(({ id }) => id)).toEqual(expect.arrayContaining(settings.blueprints));
    expect(score(task === 'binary' ? 'logistic' : 'elastic-net')).toBeLessThan(score('baseline') as number);
  });
});

describe('blueprints for tables', () => {
  const tasks: readonly (readonly [Task, string])[] = [
    ['regression', 'price'],
    ['binary', 'sold'],
    ['multiclass', 'level'],
    ['anomaly', 'sold'],
  ];
  const cases = tasks.flatMap(([task, target]) =>
    MODES.filter((mode) => mode !== 'manual').map((mode) => [task, mode, target] as const),
  );

  it.each(cases)('for %s in mode %s name only parameters their estimator takes', (task, mode, target) => {
    const level = { kind: 'categorical', name: 'level', codes: Int32Array.from(rows, (row) => row % 3) } as const;
    const table = frame([
      { kind: 'numeric', name: 'size', values: size },
      { ...level, levels: ['a', 'b', 'c'] },
      price,
      sold,
    ]);
    const listed = listTabularBlueprints(prepareTabular(table, { task, target }, seededRandom(3)), mode);
    expect(listed.length).toBeGreaterThan(0);
    for (const { estimator, params } of listed) {
      expect(checkParams<object>(estimatorNamed(estimator).params, params)).toMatchObject(params);
    }
    expect(listed.some(({ id }) => id === 'gbdt-small')).toBe(mode !== 'quick' && task !== 'anomaly');
  });
});
