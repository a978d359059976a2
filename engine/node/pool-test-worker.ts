import { isMainThread } from 'node:worker_threads';
import { EngineProblem } from '../src/core/engine-problem.ts';
import type { TaskTable } from '../src/core/thread-pool.ts';
import { serveWorker } from './serve-worker.ts';

/** A table of its own, so that the pool is tested without any model. */
export const testTable: TaskTable = {
  tasks: {
    double: (input: number) => ({ twice: input * 2, offMainThread: !isMainThread }),
    refuse: (input: string) => {
      throw new EngineProblem('test.refused', `Refused ${input}.`, { column: input });
    },
  },
  programs: {
    /** Adds one to each cell of its share; step 1 fails on every thread but the leader's. */
    increment: (setup: { cells: Int32Array }) => (step, args, thread, threads) => {
      if (step === 1 && thread > 0) throw new Error('broken on purpose');
      for (let i = thread; i < setup.cells.length; i += threads)
        setup.cells[i] = (setup.cells[i] ?? 0) + (args[0] ?? 0);
    },
  },
};

if (!isMainThread) serveWorker(testTable);
