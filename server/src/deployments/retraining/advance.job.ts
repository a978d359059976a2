import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { JobKind } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { advance } from './advance-run.ts';
import { runStore } from './run.store.ts';

const Input = z.strictObject({ runId: z.string() });
const LEASE_SECONDS = 60;
const POLL_MS = 500;
/** A run takes hours; a place for short work is held for moments, and the schedule comes back every minute. */
const HOLD_MS = 20_000;

/** Moves a run of a policy on as far as it goes now. */
export const advanceJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.retraining',
  input: Input,
  lane: 'light',
  limits: 'light',
  retries: 3,
  async run(platform, { runId }, run) {
    const { organizationId } = run.actor;
    const runs = runStore(platform.db.queries);
    const held = await runs.claim(organizationId, runId, LEASE_SECONDS);
    if (held === undefined) {
      const known = await runs.byId(organizationId, runId);
      if (known === undefined || known.finished_at !== null) await stopLooking(runId);
      return undefined;
    }
    const until = performance.now() + HOLD_MS;
    try {
      while (await advance(platform, held, run)) {
        if (performance.now() > until) return undefined;
        await runs.renew(organizationId, runId, LEASE_SECONDS);
        await pause(POLL_MS, undefined, { signal: run.signal });
      }
      await stopLooking(runId);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      const ended = { status: 'error' as const, error: error.message, finished_at: platform.now() };
      await runs.change(organizationId, runId, ended);
      await stopLooking(runId);
    } finally {
      await runs.release(organizationId, runId);
    }
    return undefined;

    function stopLooking(id: string) {
      return platform.db.transaction((tx) => unscheduleWork(tx, advanceJob, id));
    }
  },
};
