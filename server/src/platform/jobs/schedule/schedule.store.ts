import { type ColumnType, type Selectable, sql } from 'kysely';
import type { Queries, Tx } from '../../db/database.ts';
import { deleteRows, findRows, updateRows } from '../../db/rows.ts';
import type { StoredActor } from '../stored-actor.ts';
import type { RunSchedule } from './schedule.rules.ts';

interface ScheduledWorkTable {
  kind: string;
  subject: string;
  organization_id: string;
  /** JSON text, as the queue keeps it. */
  input: string;
  schedule: ColumnType<RunSchedule, string, string>;
  actor: ColumnType<StoredActor, string, string>;
  next_run_at: Date | null;
  last_run_at: Date | null;
}

declare module '../../db/tables.ts' {
  interface Tables {
    scheduled_work: ScheduledWorkTable;
  }
}

export type DueWork = Pick<Selectable<ScheduledWorkTable>, 'kind' | 'subject' | 'input' | 'schedule' | 'actor'>;

export const scheduleStore = (db: Queries) => ({
  async put(work: DueWork & { readonly organizationId: string; readonly nextRunAt: Date | null }): Promise<void> {
    const row = {
      input: work.input,
      schedule: JSON.stringify(work.schedule),
      actor: JSON.stringify(work.actor),
      next_run_at: work.nextRunAt,
    };
    await db
      .insertInto('scheduled_work')
      .values({ kind: work.kind, subject: work.subject, organization_id: work.organizationId, ...row })
      .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(row))
      .execute();
  },

  drop: (kind: string, subject: string) => deleteRows(db, 'scheduled_work', { kind, subject }),

  times: (kind: string, subjects: readonly string[]) => findRows(db, 'scheduled_work', { kind, subject: subjects }),

  /** The longest due, held until the transaction ends: another process sees the next one instead. */
  async takeDue(kinds: readonly string[], now: Date): Promise<DueWork | undefined> {
    const { rows } = await sql<DueWork>`
      SELECT kind, subject, input, schedule, actor FROM scheduled_work
      WHERE next_run_at <= ${now} AND kind = ANY(${kinds})
      ORDER BY next_run_at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(db);
    return rows[0];
  },

  ran: (tx: Tx, { kind, subject }: DueWork, now: Date, nextRunAt: Date | null) =>
    updateRows(tx, 'scheduled_work', { kind, subject }, { last_run_at: now, next_run_at: nextRunAt }),
});
