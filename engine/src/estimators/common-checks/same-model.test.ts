import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodePool } from '../../../node/index.ts';
import { seededRandom } from '../../core/random.ts';
import type { Pool } from '../../core/thread-pool.ts';
import { takeRows } from '../../frame/frame.ts';
import { catalogue, readModel } from '../catalogue.ts';
import type { Fitted, TrainingData } from '../estimator.ts';
import { writeModelFile } from '../model-file.ts';
import { everyCase, PATIENCE, sampleData, someRows } from './samples.fixtures.ts';

let pools: Pool[] = [];
beforeAll(() => {
  pools = [1, 2, 3].map((threads) => nodePool({ threads }));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
});

/** Equal but for rounding: sums in another order. */
function expectNear(ours: Float64Array, theirs: Float64Array): void {
  expect(ours.length).toBe(theirs.length);
  const apart = ours.findIndex((value, at) => {
    const other = theirs[at] as number;
    return !(Math.abs(value - other) <= 1e-6 * Math.max(1, Math.abs(value), Math.abs(other)));
  });
  expect(apart < 0 ? undefined : [apart, ours[apart], theirs[apart]]).toBeUndefined();
}

describe.each(everyCase(catalogue))('$title', { timeout: PATIENCE }, ({ entry, task }) => {
  const data = sampleData(task);
  const fit = (rows: TrainingData, pool?: Pool): Promise<Fitted> =>
    entry.fit(rows, {}, { random: seededRandom(11), ...(pool && { pool }) });
  const fresh = sampleData(task, 40, 99).x;

  it('gives the same bytes for the same seed, whatever the number of threads', async () => {
    const alone = writeModelFile(entry.name, await fit(data));
    for (const pool of pools) expect(writeModelFile(entry.name, await fit(data, pool))).toEqual(alone);
  });

  it('survives being written and read', async () => {
    const model = await fit(data);
    const bytes = writeModelFile(entry.name, model);
    const back = readModel(bytes);
    expect(back.name).toBe(entry.name);
    expect(back.model.predict(fresh)).toEqual(model.predict(fresh));
    expect(writeModelFile(back.name, back.model)).toEqual(bytes);
  });

  it('does not care about the order of columns', async () => {
    const turned = { ...data.x, columns: [...data.x.columns].reverse() };
    const [one, other] = [await fit(data), await fit({ ...data, x: turned })];
    expectNear(other.predict(fresh), one.predict(fresh));
    expectNear(one.predict({ ...fresh, columns: [...fresh.columns].reverse() }), one.predict(fresh));
  });

  it('answers one row as it answers the batch', async () => {
    const model = await fit(data);
    const batch = model.predict(fresh);
    const width = batch.length / fresh.rows;
    for (let row = 0; row < fresh.rows; row += 1) {
      const single = model.predict(takeRows(fresh, Int32Array.of(row)));
      expect(single).toEqual(batch.slice(row * width, (row + 1) * width));
    }
  });

  it('counts a weight of 2 like the row twice', async () => {
    const weight = Float64Array.from({ length: data.x.rows }, (_, row) => 1 + (row % 3 === 0 ? 1 : 0));
    const twice = Int32Array.from([...weight].flatMap((times, row) => Array<number>(times).fill(row)));
    const [weighted, repeated] = [await fit({ ...data, weight }), await fit(someRows(data, twice))];
    expectNear(weighted.predict(fresh), repeated.predict(fresh));
  });
});
