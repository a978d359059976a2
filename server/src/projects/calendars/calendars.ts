import type { z } from 'zod';
import { type Access, accessToEach, disownIt, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { CALENDAR, theCalendar } from './calendar.kind.ts';
import { CalendarProblems } from './calendar.problems.ts';
import type { Calendar, CalendarQuery, CountryQuery } from './calendar.schema.ts';
import { type CalendarRecord, calendarStore } from './calendar.store.ts';
import { countries } from './holidays.ts';

const toCalendar = (row: CalendarRecord, access: Access | undefined): z.infer<typeof Calendar> => ({
  id: row.id,
  name: row.name,
  created: row.created_at.toISOString(),
  source: row.source,
  datetimeFormat: '%Y-%m-%d',
  calendarStartDate: row.first,
  calendarEndDate: row.last,
  earliestEvent: row.first,
  latestEvent: row.last,
  numEvents: row.events,
  numEventTypes: row.types,
  projectIds: row.project_ids,
  projectId: row.project_ids,
  multiseriesIdColumns: row.series_column === null ? null : [row.series_column],
  role: access?.role ?? 'OBSERVER',
});

export async function listCalendars(ctx: Ctx, url: string, query: z.output<typeof CalendarQuery>) {
  const { rows, total } = await calendarStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    visibleTo(ctx, CALENDAR),
    query.projectId,
    query,
  );
  const roles = await accessToEach(
    ctx,
    CALENDAR,
    rows.map(({ id }) => id),
  );
  const window = { offset: query.offset, limit: query.limit === 0 ? Math.max(1, total) : query.limit };
  return page(
    ctx.links,
    url,
    window,
    rows.map((row) => toCalendar(row, roles.get(row.id))),
    total,
  );
}

export async function getCalendar(ctx: Ctx, id: string) {
  const { access, ...row } = await theCalendar(ctx, id, 'read');
  return toCalendar(row, access);
}

export async function renameCalendar(ctx: Ctx, id: string, name: string) {
  const { access, ...row } = await theCalendar(ctx, id, 'write');
  await calendarStore(ctx.db.queries).rename(ctx.actor.organizationId, id, name);
  return toCalendar({ ...row, name }, access);
}

export async function deleteCalendar(ctx: Ctx, id: string): Promise<Reply> {
  const { project_ids } = await theCalendar(ctx, id, 'own');
  const [user] = project_ids;
  if (user !== undefined) refuse(CalendarProblems.usedByProject, id, user);
  await ctx.db.transaction(async (tx) => {
    await disownIt(tx, ctx.actor.organizationId, { kind: CALENDAR, id });
    await calendarStore(tx).delete(ctx.actor.organizationId, id);
  });
  return noContent();
}

export function listCountries(ctx: Ctx, url: string, window: z.output<typeof CountryQuery>) {
  const all = countries();
  return page(ctx.links, url, window, all.slice(window.offset, window.offset + window.limit), all.length);
}
