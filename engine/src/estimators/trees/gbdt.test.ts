import { afterAll, describe, expect, it } from 'vitest';
import { nodePool } from '../../../node/index.ts';
import { seededRandom } from '../../core/random.ts';
import type { Pool } from '../../core/thread-pool.ts';
import { categoricalColumn, numericColumn } from '../../frame/build-columns.ts';
import { type Frame, frame, takeRows } from '../../frame/frame.ts';
import type { TrainingData } from '../estimator.ts';
import { writeModelFile } from '../model-file.ts';
import { defaultParams } from '../parameters.ts';
import type { EnsembleModel } from './ensemble-model.ts';
import { continueGbdt, type GbdtParams, gbdt } from './gbdt.ts';

const defaults = defaultParams(gbdt.params);
const pools: Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

/** Numbers with holes, a category of many levels, and a target that depends on all of them. */
function rowsOf(rows: number, numbers: number, seed = 3): TrainingData {
  const random = seededRandom(seed);
  const columns = Array.from({ length: numbers }, (_, f) =>
    numericColumn(
      `n${f}`,
      Array.from({ length: rows }, () => (f === 1 && random.next() < 0.1 ? null : random.normal())),
    ),
  );
  const codes = Array.from({ length: rows }, () => random.int(40));
  const at = (f: number, row: number) => columns[f]?.values[row] as number;
  const y = Float64Array.from({ length: rows }, (_, row) => {
    const second = at(1, row);
    return (
      2 * at(0, row) + (Number.isNaN(second) ? 3 : second ** 2) + ((codes[row] as number) % 5) + 0.1 * random.normal()
    );
  });
  const town = categoricalColumn(
    'town',
    codes.map((code) => `town ${code}`),
  );
  return { x: frame([...columns, town]), y, task: 'regression' };
}

const errorOf = (answers: Float64Array, y: Float64Array) =>
  Math.sqrt(y.reduce((sum, value, row) => sum + (value - (answers[row] as number)) ** 2, 0) / y.length);

/** Fits and the start of threads take many times longer where other work keeps the cores. */
const PATIENCE = 120_000;

describe('gbdt', { timeout: PATIENCE }, () => {
  it('gives the same bytes on one, two and three threads', async () => {
    const data = rowsOf(20_000, 11);
    const params = { ...defaults, rounds: 4, rowShare: 0.7, columnShare: 0.6 };
    const fit = async (pool?: Pool) =>
      writeModelFile('gbdt', await gbdt.fit(data, params, { random: seededRandom(5), ...(pool && { pool }) }));
    const alone = await fit();
    for (const threads of [2, 3]) {
      const pool = nodePool({ threads });
      pools.push(pool);
      expect(await fit(pool)).toEqual(alone);
    }
  });

  it('learns holes, categories and curves', async () => {
    const data = rowsOf(3000, 4);
    const model = await gbdt.fit(data, defaults, { random: seededRandom(5) });
    const fresh = rowsOf(1000, 4, 8);
    expect(errorOf(model.predict(fresh.x), fresh.y)).toBeLessThan(0.5);
  });

  it('keeps to a monotone direction whatever the other columns say', async () => {
    const data = rowsOf(800, 3);
    const params: GbdtParams = { ...defaults, monotone: { n0: 1, n2: -1 } };
    const model = await gbdt.fit(data, params, { random: seededRandom(5) });
    const sweep = (row: number, name: string) => {
      const one = takeRows(
        data.x,
        Int32Array.from({ length: 60 }, () => row),
      );
      const values = Float64Array.from({ length: 60 }, (_, i) => -3 + i / 10);
      return model.predict(frame(one.columns.map((c) => (c.name === name ? numericColumn(name, values) : c))));
    };
    for (let row = 0; row < 40; row += 1) {
      const [up, down] = [sweep(row, 'n0'), sweep(row, 'n2')];
      for (let i = 1; i < 60; i += 1) {
        expect(up[i]).toBeGreaterThanOrEqual(up[i - 1] as number);
        expect(down[i]).toBeLessThanOrEqual(down[i - 1] as number);
      }
    }
  });

  it('stops when the validation rows get no better, and keeps the best rounds', async () => {
    const [data, validation] = [rowsOf(300, 3), rowsOf(300, 3, 9)];
    const run = { random: seededRandom(5) };
    const params = { ...defaults, rounds: 500, rate: 0.5, minRows: 2, patience: 5 };
    const stopped = (await gbdt.fit({ ...data, validation }, params, run)) as EnsembleModel;
    const full = await gbdt.fit(data, params, run);
    expect(stopped.ensemble.trees.length).toBeLessThan(400);
    const { x, y } = validation;
    expect(errorOf(stopped.predict(x), y)).toBeLessThanOrEqual(errorOf(full.predict(x), y));
  });

  it('goes on learning from new rows and keeps what it knew', async () => {
    const [first, second, test] = [rowsOf(400, 3, 1), rowsOf(400, 3, 2), rowsOf(500, 3, 4)];
    const run = { random: seededRandom(5) };
    const before = (await gbdt.fit(first, defaults, run)) as EnsembleModel;
    const after = await continueGbdt(before, second, { ...defaults, rounds: 50 }, run);
    expect(after.ensemble.trees.slice(0, 100)).toEqual(before.ensemble.trees);
    expect(after.ensemble.trees.length).toBe(150);
    expect(errorOf(after.predict(test.x), test.y)).toBeLessThan(errorOf(before.predict(test.x), test.y));
  });

  it('tells which columns it used', async () => {
    const model = (await gbdt.fit(rowsOf(2000, 4), defaults, { random: seededRandom(5) })) as EnsembleModel;
    const importance = model.importance();
    expect([...importance.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(importance.get('n3')).toBeLessThan(0.02);
    expect(importance.get('n0')).toBeGreaterThan(0.2);
  });

  it.each([0.1, 0.5, 0.9])('answers the quantile %s', async (quantile) => {
    const random = seededRandom(6);
    const x: Frame = frame([
      numericColumn(
        'n',
        Array.from({ length: 4000 }, () => random.next()),
      ),
    ]);
    const y = Float64Array.from({ length: 4000 }, (_, row) => (row % 7) + 5 * random.normal());
    const params: GbdtParams = { ...defaults, loss: 'quantile', quantile, rounds: 20, minRows: 200 };
    const answers = (await gbdt.fit({ x, y, task: 'regression' }, params, { random })).predict(x);
    const below = y.filter((value, row) => value <= (answers[row] as number)).length / y.length;
    expect(Math.abs(below - quantile)).toBeLessThan(0.02);
  });
});
