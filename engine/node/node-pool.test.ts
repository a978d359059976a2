import { afterAll, describe, expect, it } from 'vitest';
import { EngineProblem } from '../src/core/engine-problem.ts';
import { nodePool } from './node-pool.ts';
import { testTable } from './pool-test-worker.ts';

const worker = new URL('./pool-test-worker.ts', import.meta.url);
const pool = nodePool({ threads: 3, worker, table: testTable });
afterAll(() => pool.close());

/** Starting threads takes seconds where other work keeps the cores; a hung thread is still found. */
const PATIENCE = 120_000;

describe('nodePool', { timeout: PATIENCE }, () => {
  it('maps inputs on worker threads and keeps their order', async () => {
    const seen: number[] = [];
    const inputs = Array.from({ length: 20 }, (_, i) => i);
    const outputs = await pool.map('double', inputs, (done) => seen.push(done));
    expect(outputs).toEqual(inputs.map((i) => ({ twice: i * 2, offMainThread: true })));
    expect(seen).toEqual(inputs.map((i) => i + 1));
  });

  it('hands back the typed error of a task and stays usable', async () => {
    const refused = pool.map('refuse', ['price']);
    await expect(refused).rejects.toBeInstanceOf(EngineProblem);
    await expect(refused).rejects.toMatchObject({ code: 'test.refused', column: 'price' });
    expect(await pool.map('double', [4])).toEqual([{ twice: 8, offMainThread: true }]);
  });

  it('says which task is missing', async () => {
    await expect(pool.map('nothing', [1])).rejects.toThrow('No task "nothing"');
  });

  it('runs the steps of a team on all threads over shared memory', async () => {
    const cells = new Int32Array(new SharedArrayBuffer(1000 * 4));
    const team = await pool.team('increment', { cells });
    expect(team.threads).toBe(3);
    for (let i = 0; i < 2000; i += 1) team.run(0, 2);
    team.release();
    expect(cells.every((cell) => cell === 4000)).toBe(true);
  });

  it('reports a failed follower to the leader, then serves again', async () => {
    const cells = new Int32Array(new SharedArrayBuffer(16));
    const team = await pool.team('increment', { cells });
    expect(() => team.run(1, 1)).toThrow('failed on another thread');
    team.release();
    expect(await pool.map('double', [1, 2, 3, 4])).toHaveLength(4);
  });
});
