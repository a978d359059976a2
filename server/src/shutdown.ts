import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '#platform/log/logger.ts';

/** `late`: something did not end in its time and was left as it is. */
export type ShutdownOutcome = 'clean' | 'failed' | 'late';

interface Step {
  readonly name: string;
  /** The part of the grace by which it must be done; what earlier steps did not need is left to it. */
  readonly by: number;
  /** Left alone when another process takes over at once. */
  readonly survivesRestart: boolean;
  run(ms: number): Promise<unknown>;
}

/** A step that is reached late still gets a moment: most of them need no more. */
const LEAST_MS = 100;

/**
 * What must be undone, in the opposite order; a failed start undoes what it had begun. Each step has its part of the
 * grace: one that fails or hangs is logged, and the next one runs all the same.
 */
export class Shutdown {
  readonly #steps: Step[] = [];
  readonly #log: Logger;
  readonly #graceMs: number;

  constructor(log: Logger, graceSeconds: number) {
    this.#log = log;
    this.#graceMs = graceSeconds * 1000;
  }

  add(name: string, by: number, run: (ms: number) => Promise<unknown>, { survivesRestart = false } = {}): void {
    this.#steps.push({ name, by, run, survivesRestart });
  }

  async run({ restarting = false } = {}): Promise<ShutdownOutcome> {
    const began = performance.now();
    let outcome: ShutdownOutcome = 'clean';
    for (const { name, by, run, survivesRestart } of this.#steps.splice(0).reverse()) {
      if (restarting && survivesRestart) continue;
      const ms = Math.max(LEAST_MS, by * this.#graceMs - (performance.now() - began));
      const ended = await endOf((async () => run(ms))(), ms);
      if (ended === 'done') continue;
      if (outcome !== 'late') outcome = ended === 'late' ? 'late' : 'failed';
      this.#log.error(
        { step: name, ...(ended === 'late' ? { ms } : { err: ended.error }) },
        ended === 'late' ? 'A step of the shutdown did not end in its time' : 'A step of the shutdown failed',
      );
    }
    return outcome;
  }
}

async function endOf(work: Promise<unknown>, ms: number): Promise<'done' | 'late' | { readonly error: unknown }> {
  const over = new AbortController();
  const settled = work.then(
    () => 'done' as const,
    (error: unknown) => ({ error }),
  );
  const late = pause(ms, 'late' as const, { signal: over.signal }).catch(() => 'late' as const);
  try {
    return await Promise.race([settled, late]);
  } finally {
    over.abort();
  }
}
