import { availableParallelism } from 'node:os';
import { type Pool, soloTeam, type TaskTable, type ThreadTeam } from '../src/core/thread-pool.ts';
import { endTeam, leadStep, TEAM_CONTROL_BYTES } from '../src/core/thread-team.ts';
import { taskTable } from '../src/thread-tasks.ts';
import { PoolWorker } from './pool-worker.ts';

export interface NodePoolOptions {
  /** Threads in all; the number of cores unless told. */
  readonly threads?: number;
  /** Entry of the worker threads. A bundled server names its own file here; it calls `serveWorker(taskTable)`. */
  readonly worker?: URL;
  /** Megabytes of objects each thread may hold; one that needs more ends with ERR_WORKER_OUT_OF_MEMORY. */
  readonly threadMemoryMb?: number;
  /** The table the worker entry serves, when it is not the engine's own. */
  readonly table?: TaskTable;
}

/** A pool of worker threads for Node. Threads start when first needed and do not keep the process alive. */
export function nodePool(options: NodePoolOptions = {}): Pool {
  const threads = Math.max(1, options.threads ?? availableParallelism());
  const entry = options.worker ?? new URL('./worker.ts', import.meta.url);
  const table = options.table ?? taskTable;
  const workers: PoolWorker[] = [];
  const waiting: (() => void)[] = [];

  const idle = (): PoolWorker | undefined => {
    workers.splice(0, workers.length, ...workers.filter((worker) => !worker.ended));
    const free = workers.find((worker) => !worker.busy);
    if (free !== undefined || workers.length === threads) return free;
    const started = new PoolWorker(entry, options.threadMemoryMb);
    workers.push(started);
    return started;
  };
  const leave = (worker: PoolWorker) => {
    worker.busy = false;
    waiting.shift()?.();
  };
  const acquire = async (): Promise<PoolWorker> => {
    for (;;) {
      const worker = idle();
      if (worker !== undefined) {
        worker.busy = true;
        return worker;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };

  return {
    threads,
    async map<I, O>(task: string, inputs: readonly I[], onEach?: (done: number) => void): Promise<O[]> {
      const outputs: O[] = new Array(inputs.length);
      let next = 0;
      let done = 0;
      const lane = async () => {
        while (next < inputs.length) {
          const worker = await acquire();
          const index = next++;
          try {
            if (index >= inputs.length) return;
            const answer = await worker.order({ kind: 'task', task, input: inputs[index] });
            if (answer.kind === 'done') outputs[index] = answer.output as O;
          } catch (error) {
            next = inputs.length;
            throw error;
          } finally {
            leave(worker);
          }
          done += 1;
          onEach?.(done);
        }
      };
      await Promise.all(Array.from({ length: Math.min(threads, inputs.length) }, lane));
      return outputs;
    },
    async team(program: string, setup: unknown): Promise<ThreadTeam> {
      const build = table.programs[program];
      if (build === undefined) throw new Error(`No program "${program}". Add it to engine/src/thread-tasks.ts.`);
      const members: PoolWorker[] = [];
      while (members.length < threads - 1) {
        const worker = idle();
        if (worker === undefined) break;
        worker.busy = true;
        members.push(worker);
      }
      const step = build(setup as never);
      if (members.length === 0) return soloTeam(step);
      const size = members.length + 1;
      const control = new Int32Array(new SharedArrayBuffer(TEAM_CONTROL_BYTES));
      const order = { kind: 'team' as const, program, setup, control, threads: size };
      await Promise.all(members.map((worker, i) => worker.order({ ...order, thread: i + 1 })));
      const left = members.map((worker) => worker.farewell().finally(() => leave(worker)));
      const farewell = Promise.all(left);
      farewell.catch(() => undefined);
      return {
        threads: size,
        run: (number, ...args) => leadStep(control, size, step, number, args),
        release: () => endTeam(control),
      };
    },
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close()));
      workers.length = 0;
    },
  };
}
