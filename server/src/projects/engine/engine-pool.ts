import { EngineProblem, type Frame, type Pool } from '@almanac/engine';
import { nodePool } from '@almanac/engine/node';
import { threadEntry } from '#platform/async/thread-entry.ts';
import { limitsOfSignal, threadMemoryMb } from '#platform/jobs/job-limits.ts';

const ENTRY = threadEntry(import.meta.url, '../engine-thread.ts');

interface Slot {
  readonly pool: Pool;
  readonly memoryMb: number | undefined;
  holds: string;
}

/** Idle threads for reuse: they keep their compiled kernels and, often, the right table. */
const idle: Slot[] = [];

/** The tasks of the threads, by name; `engine-thread.ts` lists them and declares their types here. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, so that this layer knows no task.
export interface EngineTasks {}

export interface EngineThread {
  ask<Name extends keyof EngineTasks>(
    task: Name,
    input: Parameters<EngineTasks[Name]>[0],
  ): Promise<Awaited<ReturnType<EngineTasks[Name]>>>;
}

/** One that holds the table, else any; always one with the memory that this job may take. */
function takeSlot(key: string, memoryMb: number | undefined): Slot {
  const fitting = idle.filter((slot) => slot.memoryMb === memoryMb);
  const chosen = fitting.find(({ holds }) => holds === key) ?? fitting[0];
  if (chosen !== undefined) {
    idle.splice(idle.indexOf(chosen), 1);
    return chosen;
  }
  const memory = memoryMb === undefined ? {} : { threadMemoryMb: memoryMb };
  return { pool: nodePool({ threads: 1, worker: ENTRY, ...memory }), memoryMb, holds: '' };
}

/**
 * Runs work on a thread that holds the table called `key`, loading it only when the thread has another. When the
 * signal is aborted the thread is ended at once, in whatever loop it is.
 */
export async function withEngine<T>(
  data: { readonly key: string; load(): Promise<Frame> },
  signal: AbortSignal,
  work: (thread: EngineThread) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const slot = takeSlot(data.key, threadMemoryMb(limitsOfSignal(signal)));
  const end = () => {
    slot.pool.close().catch(() => undefined);
  };
  signal.addEventListener('abort', end, { once: true });
  const ask: EngineThread['ask'] = async (task, input) => {
    signal.throwIfAborted();
    const [output] = await slot.pool.map<typeof input, unknown>(task, [input]);
    return output as never;
  };
  try {
    if (slot.holds !== data.key) {
      slot.holds = '';
      await ask('loadFrame', { key: data.key, frame: await data.load() });
      slot.holds = data.key;
    }
    const result = await work({ ask });
    idle.push(slot);
    return result;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // After anything but a refusal the thread may be a new one, which holds nothing.
    if (!(error instanceof EngineProblem)) slot.holds = '';
    idle.push(slot);
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const NOTHING: Frame = { rows: 0, columns: [] };

/** For work on predictions alone: a thread that needs no table. */
export const onThread = <T>(work: (thread: EngineThread) => Promise<T>, signal?: AbortSignal | undefined): Promise<T> =>
  withEngine({ key: 'no table', load: async () => NOTHING }, signal ?? new AbortController().signal, work);

/** Up to this many rows are processed inline, in a few milliseconds; more go to a thread, so the event loop stays free. */
export const AT_ONCE = 5000;
