import type { Frame } from '@almanac/engine';
import { type EngineThread, withEngine } from '../engine/engine-pool.ts';

const NOTHING: Frame = { rows: 0, columns: [] };

/** For work on predictions alone: a thread that needs no table. */
export const onThread = <T>(work: (thread: EngineThread) => Promise<T>, signal?: AbortSignal | undefined): Promise<T> =>
  withEngine({ key: 'no table', load: async () => NOTHING }, signal ?? new AbortController().signal, work);

/** Rows that are worked on where they are asked for, in a few milliseconds; more go to a thread: nobody else waits. */
export const AT_ONCE = 5000;
