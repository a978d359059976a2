import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodePool } from '../../node/index.ts';
import { seededRandom } from '../core/random.ts';
import type { Pool } from '../core/thread-pool.ts';
import { categoricalColumn, numericColumn } from '../frame/build-columns.ts';
import { frame } from '../frame/frame.ts';
import { canContinue, continueModel, estimatorNamed, readModel } from './catalogue.ts';
import type { TrainingData } from './estimator.ts';
import { writeModelFile } from './model-file.ts';

let pools: Pool[] = [];
beforeAll(() => {
  pools = [1, 2, 3].map((threads) => nodePool({ threads }));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
});

const PATIENCE = 120_000;

/** A wave, a threshold and a town; enough cells that threads are worth their while. */
function chunk(seed: number, task: 'regression' | 'binary', rows: number, towns = 6): TrainingData {
  const random = seededRandom(seed);
  const numbers = Array.from({ length: 10 }, () => Float64Array.from({ length: rows }, () => random.normal()));
  const codes = Array.from({ length: rows }, () => random.int(towns));
  const y = Float64Array.from({ length: rows }, (_, row) => {
    const [a, b] = numbers as [Float64Array, Float64Array];
    const value =
      Math.sin(3 * (a[row] as number)) +
      Number((b[row] as number) > 0.3) +
      (codes[row] as number) / 3 +
      random.normal() / 2;
    return task === 'binary' ? Number(value > 1.2) : value;
  });
  const columns = numbers.map((values, i) => numericColumn(`n${i}`, [...values]));
  const town = categoricalColumn(
    'town',
    codes.map((code) => `town ${code}`),
  );
  return { x: frame([...columns, town]), y, task };
}

const FEW = { rounds: 20 };
const loss = ({ y, task }: TrainingData, predicted: Float64Array): number =>
  y.reduce((sum, value, row) => {
    const p = predicted[row] as number;
    return sum + (task === 'binary' ? -Math.log(value === 1 ? p : 1 - p) : (value - p) ** 2) / y.length;
  }, 0);

test.each(['regression', 'binary'] as const)(
  'more rows of the same kind make a better %s',
  async (task) => {
    const held = chunk(9, task, 4000);
    let model = await estimatorNamed('gbdt').fit(chunk(1, task, 500), {}, { random: seededRandom(1) });
    const losses = [loss(held, model.predict(held.x))];
    for (const seed of [2, 3, 4]) {
      model = await continueModel({ name: 'gbdt', model }, chunk(seed, task, 2000), FEW, { random: seededRandom(1) });
      losses.push(loss(held, model.predict(held.x)));
    }
    expect(losses.at(-1)).toBeLessThan(losses[1] as number);
    expect(Math.max(...losses.slice(1))).toBeLessThan(0.9 * (losses[0] as number));
  },
  PATIENCE,
);

test(
  'the same bytes whatever the number of threads, and from a file that was written and read',
  async () => {
    const [first, second] = [chunk(1, 'regression', 20_000), chunk(2, 'regression', 20_000)];
    const bagged = { rounds: 4, rowShare: 0.7, columnShare: 0.6 };
    const model = await estimatorNamed('gbdt').fit(first, bagged, { random: seededRandom(1) });
    const goOn = async (from: typeof model, pool?: Pool) =>
      writeModelFile(
        'gbdt',
        await continueModel({ name: 'gbdt', model: from }, second, bagged, {
          random: seededRandom(2),
          ...(pool && { pool }),
        }),
      );
    const alone = await goOn(model);
    for (const pool of pools) expect(await goOn(model, pool)).toEqual(alone);
    expect(await goOn(readModel(writeModelFile('gbdt', model)).model)).toEqual(alone);
  },
  PATIENCE,
);

test(
  'towns it never met, a column without values and rows of one class are no obstacle',
  async () => {
    const model = await estimatorNamed('gbdt').fit(chunk(1, 'binary', 800), {}, { random: seededRandom(1) });
    const wide = chunk(2, 'binary', 800, 40);
    const empty = numericColumn(
      'n3',
      Array.from({ length: 800 }, () => null),
    );
    const columns = wide.x.columns.map((one) => (one.name === 'n3' ? empty : one));
    const same = { x: frame(columns), y: new Float64Array(800).fill(1), task: 'binary' } as const;
    const after = await continueModel({ name: 'gbdt', model }, same, FEW, { random: seededRandom(1) });
    const [before, now] = [model.predict(wide.x), after.predict(wide.x)];
    expect(now.every(Number.isFinite)).toBe(true);
    expect(now.reduce((a, b) => a + b)).toBeGreaterThan(before.reduce((a, b) => a + b));
  },
  PATIENCE,
);

test(
  'models that learn from all rows at once say that they cannot go on',
  async () => {
    const data = chunk(1, 'regression', 200);
    const model = await estimatorNamed('random-forest').fit(data, { trees: 3 }, { random: seededRandom(1) });
    expect([canContinue('random-forest'), canContinue('gbdt')]).toEqual([false, true]);
    expect(() => continueModel({ name: 'random-forest', model }, data, {}, { random: seededRandom(1) })).toThrow(
      'cannot go on',
    );
  },
  PATIENCE,
);
