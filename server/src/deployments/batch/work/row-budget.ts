import { setTimeout as pause } from 'node:timers/promises';
import type { JobRun, Platform } from '#platform/context.ts';
import { type BudgetReply, consumerOf, takeBudget } from '#quotas';
import type { BatchJobRow } from '../batch.tables.ts';

/** Shorter waits are waited for; a job that has to wait longer gives its place to others. */
const PATIENCE_MS = 2_000;

/** The quota gives nothing more for a while: the job goes on when it does. */
export class WaitsForBudget extends Error {
  readonly waitMs: number;

  constructor(waitMs: number, why: string) {
    super(why);
    this.waitMs = waitMs;
  }
}

/** Rows that may be scored: one request of the quota, which runs until it is settled. */
export interface Leave {
  readonly rows: number;
  settle(actual: number): void;
}

/** What the quota of a deployment gives to one run of a job; rows are its tokens. */
export interface RowBudget {
  /** As many rows as it gives now, at most so many and at least one. */
  take(most: number): Promise<Leave>;
  /** Gives back what was not settled. */
  close(): void;
}

/** Null: the job makes no predictions with a deployment. */
export function rowBudget(platform: Platform, job: BatchJobRow, { actor, signal }: JobRun): RowBudget | null {
  const { deployment_id: id, organization_id: organizationId, kind } = job;
  if (id === null || kind !== 'prediction') return null;
  const resource = { type: 'deployment' as const, id };
  const consumer = consumerOf(actor);
  const open = new Set<Leave>();
  let wake: () => void = () => undefined;

  const leave = (answer: Exclude<BudgetReply, { kind: 'wait' }>, most: number): Leave => {
    if (answer.kind === 'free') return { rows: most, settle: () => undefined };
    const given: Leave = {
      rows: answer.units,
      settle(actual) {
        open.delete(given);
        answer.settle(actual);
        wake();
      },
    };
    open.add(given);
    return given;
  };
  /** One of the job's own requests has ended, or so long has passed. */
  const placeFree = async (milliseconds: number) => {
    const over = new AbortController();
    const freed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const passed = pause(milliseconds, undefined, { signal: AbortSignal.any([signal, over.signal]) });
    await Promise.race([freed, passed]).finally(() => {
      passed.catch(() => undefined);
      over.abort();
    });
    signal.throwIfAborted();
  };

  return {
    async take(most) {
      for (let waitedMs = 0; ; ) {
        signal.throwIfAborted();
        const answer = await takeBudget(platform, { organizationId, resource, consumer, most }, signal);
        if (answer.kind !== 'wait') return leave(answer, most);
        const isOwn = answer.forPlace && open.size > 0;
        if (!isOwn) waitedMs += answer.waitMs;
        if (waitedMs > PATIENCE_MS) throw new WaitsForBudget(answer.waitMs, answer.why);
        await placeFree(answer.waitMs);
      }
    },
    close() {
      for (const one of [...open]) one.settle(0);
    },
  };
}
