import type { JobKind, Platform } from '../../context.ts';
import type { Queries, Tx } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { parseJson, stringifyJson } from '../../json.ts';
import { reviveActor, storeActor } from '../stored-actor.ts';
import { nextRun, type RunSchedule } from './schedule.rules.ts';
import { scheduleStore } from './schedule.store.ts';

/** Work that comes back: a job of this kind is enqueued with this input whenever the schedule says so. */
export interface ScheduledWork<Input> {
  readonly kind: JobKind<Input>;
  /** What it is done for: one schedule for each kind and subject. */
  readonly subject: string;
  readonly input: Input;
  readonly schedule: RunSchedule;
  /** In whose name. Their rights may be fewer by the time it runs: the job checks them again. */
  readonly actor: Actor;
}

/** Sets or replaces the schedule; answers when it runs first, null when never. Part of the caller's transaction. */
export async function scheduleWork<Input>(
  platform: Pick<Platform, 'now'>,
  tx: Tx,
  { kind, subject, input, schedule, actor }: ScheduledWork<Input>,
): Promise<Date | null> {
  const nextRunAt = nextRun(schedule, platform.now());
  await scheduleStore(tx).put({
    kind: kind.name,
    subject,
    organizationId: actor.organizationId,
    input: stringifyJson(input),
    schedule,
    actor: storeActor(actor),
    nextRunAt,
  });
  return nextRunAt;
}

/** Nothing runs any more; what was enqueued already still does. */
export async function unscheduleWork(tx: Tx, kind: Pick<JobKind<never>, 'name'>, subject: string): Promise<void> {
  await scheduleStore(tx).drop(kind.name, subject);
}

export interface RunTimes {
  readonly next: Date | null;
  readonly last: Date | null;
}

/** By subject; those without a schedule are missing. */
export async function runTimes(
  db: Queries,
  kind: Pick<JobKind<never>, 'name'>,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, RunTimes>> {
  if (subjects.length === 0) return new Map();
  const rows = await scheduleStore(db).times(kind.name, subjects);
  return new Map(rows.map((row) => [row.subject, { next: row.next_run_at, last: row.last_run_at }]));
}

/**
 * Enqueues what is due. Every worker calls it; a row's lock and its new time in the same transaction make each run happen
 * once. Runs missed while nothing was running are made up for by one.
 */
export async function enqueueDueWork({ db, jobs, now }: Platform): Promise<void> {
  const kinds = [...jobs.kinds.keys()];
  const one = () =>
    db.transaction(async (tx) => {
      const at = now();
      const due = await scheduleStore(tx).takeDue(kinds, at);
      const kind = due && jobs.kinds.get(due.kind);
      if (!due || !kind) return false;
      const input = kind.input.parse(parseJson(Buffer.from(due.input)));
      await jobs.enqueue(tx, kind, input, { actor: reviveActor(due.actor), description: 'Scheduled' });
      await scheduleStore(tx).ran(tx, due, at, nextRun(due.schedule, at));
      return true;
    });
  while (await one());
}
