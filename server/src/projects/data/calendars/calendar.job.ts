import { z } from 'zod';
import { ownIt } from '#accounts';
import { ingestVersion, readFrame } from '#data';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { JobKind, JobRun } from '#platform/jobs/jobs.ts';
import { CALENDAR } from './calendar.kind.ts';
import { CalendarProblems } from './calendar.problems.ts';
import { calendarStore } from './calendar.store.ts';
import type { CalendarEventRow } from './calendar.tables.ts';
import { eventsOf } from './calendar-table.rules.ts';
import { holidaysOf } from './holidays.ts';

const Input = z.strictObject({
  calendarId: z.string(),
  name: z.string(),
  source: z.string(),
  seriesColumn: z.string().nullable(),
  from: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('version'), versionId: z.string(), upload: z.boolean() }),
    z.strictObject({ kind: z.literal('country'), code: z.string(), start: z.string(), end: z.string() }),
  ]),
});
type Input = z.infer<typeof Input>;

/** A calendar that cannot be read never comes to be: its row is written with all its events, or not at all. */
export const calendarJob: JobKind<Input> = {
  name: 'projects.calendar',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, input, run) {
    const events = await eventsFor(platform, input, run);
    const { calendarId: id, name, source, seriesColumn } = input;
    const { actor } = run;
    const now = platform.now();
    await platform.db.transaction(async (tx) => {
      if (await calendarStore(tx).byId(actor.organizationId, id)) return;
      const row = { id, organization_id: actor.organizationId, name, source, series_column: seriesColumn };
      await calendarStore(tx).insert({ ...row, created_by: actor.userId, created_at: now }, events);
      await ownIt(tx, actor, now, { kind: CALENDAR, id });
    });
    return { location: `/api/v2/calendars/${id}/` };
  },
};

async function eventsFor(platform: Platform, { from, seriesColumn }: Input, run: JobRun) {
  if (from.kind === 'version') {
    if (from.upload) await ingestVersion(platform, from.versionId, run);
    return eventsOf(await readFrame(platform, from.versionId, { signal: run.signal }), seriesColumn);
  }
  const holidays: readonly CalendarEventRow[] = holidaysOf(from.code, from.start, from.end);
  return holidays.length > 0 ? holidays : refuse(CalendarProblems.noHolidays, from.code, from.start, from.end);
}
