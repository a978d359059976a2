import type { z } from 'zod';
import { type Access, accessTo, accessToEach, disownIt, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { CALENDAR, getCalendarOrThrow } from './calendar.kind.ts';
import { CalendarProblems } from './calendar.problems.ts';
import type { Calendar, CalendarQuery, CountryQuery } from './calendar.schema.ts';
import { type CalendarRecord, calendarStore } from './calendar.store.ts';
import { countries } from './holidays.ts';

/** Projects the caller may not see are left out. */
async function withSeenProjects<Row extends CalendarRecord>(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const seen = await accessToEach(
    ctx,
    PROJECT,
    rows.flatMap(({ project_ids }) => project_ids),
  );
  return rows.map((row) => ({ ...row, project_ids: row.project_ids.filter((id) => seen.has(id)) }));
}

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
  const { projectId } = query;
  const isUnseen = projectId !== undefined && (await accessTo(ctx, { kind: PROJECT, id: projectId })) === undefined;
  const found = await calendarStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    visibleTo(ctx, CALENDAR),
    projectId,
    query,
  );
  const { rows, total } = isUnseen ? { rows: [], total: 0 } : found;
  const shown = await withSeenProjects(ctx, rows);
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
    shown.map((row) => toCalendar(row, roles.get(row.id))),
    total,
  );
}

export async function getCalendar(ctx: Ctx, id: string) {
  return shownCalendar(ctx, await getCalendarOrThrow(ctx, id, 'read'));
}

export async function renameCalendar(ctx: Ctx, id: string, name: string) {
  const calendar = await getCalendarOrThrow(ctx, id, 'write');
  await calendarStore(ctx.db.queries).rename(ctx.actor.organizationId, id, name);
  return shownCalendar(ctx, { ...calendar, name });
}

async function shownCalendar(ctx: Ctx, calendar: CalendarRecord & { readonly access: Access }) {
  const [row = calendar] = await withSeenProjects(ctx, [calendar]);
  return toCalendar(row, row.access);
}

export async function deleteCalendar(ctx: Ctx, id: string): Promise<Reply> {
  const calendar = await getCalendarOrThrow(ctx, id, 'own');
  if (calendar.project_ids.length > 0) {
    const [row] = await withSeenProjects(ctx, [calendar]);
    refuse(CalendarProblems.usedByProject, id, row?.project_ids[0]);
  }
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
