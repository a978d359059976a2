import type { CalendarEvent } from '@almanac/engine';
import type { z } from 'zod';
import { type Access, accessTo, accessToEach, removeGrants, requireRole, visibleTo } from '#accounts';
import { DATASET, versionForReading } from '#data';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Form, getFileOrThrow } from '#platform/http/form.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { memoryPage } from '../../core/memory-page.ts';
import { getProjectOrThrow, PROJECT } from '../../core/project/get-project.ts';
import { withUploadedFile } from '../../core/uploaded-file.ts';
import { calendarJob, countries } from './calendar.job.ts';
import { CALENDAR, CalendarProblems, getCalendarOrThrow } from './calendar.kind.ts';
import type {
  Calendar,
  CalendarQuery,
  CountryQuery,
  Event,
  EventQuery,
  FromCountry,
  FromDataset,
  FromFile,
} from './calendar.schema.ts';
import { type CalendarRecord, calendarStore } from './calendar.store.ts';

/** Projects the caller may not see are left out. */
async function withSeenProjects<Row extends CalendarRecord>(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.flatMap(({ project_ids }) => project_ids);
  const seen = await accessToEach(ctx, PROJECT, ids);
  return rows.map((row) => ({ ...row, project_ids: row.project_ids.filter((id) => seen.has(id)) }));
}

const toCalendar = (row: CalendarRecord, access: Access | undefined): z.infer<typeof Calendar> => ({
  id: row.id,
  Id: row.id,
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
  const ids = rows.map(({ id }) => id);
  const roles = await accessToEach(ctx, CALENDAR, ids);
  const shown = (await withSeenProjects(ctx, rows)).map((row) => toCalendar(row, roles.get(row.id)));
  const window = { offset: query.offset, limit: query.limit === 0 ? Math.max(1, total) : query.limit };
  return page(ctx.links, url, window, shown, total);
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
    await removeGrants(tx, ctx.actor.organizationId, { kind: CALENDAR, id });
    await calendarStore(tx).delete(ctx.actor.organizationId, id);
  });
  return noContent();
}

export function listCountries(ctx: Ctx, url: string, window: z.output<typeof CountryQuery>) {
  return memoryPage(ctx, url, window, countries(), (country) => country);
}

type Wanted = Omit<Parameters<(typeof calendarJob)['run']>[1], 'calendarId'>;

const enqueue = (ctx: Ctx, tx: Tx, wanted: Wanted) =>
  ctx.jobs.enqueue(
    tx,
    calendarJob,
    { ...wanted, calendarId: newId(ctx.now()) },
    { actor: ctx.actor, description: `Make the calendar ${wanted.name}` },
  );

const begin = async (ctx: Ctx, wanted: Wanted): Promise<Reply> =>
  accepted(await ctx.db.transaction((tx) => enqueue(ctx, tx, wanted)));

/** Everybody with an account may make calendars; they are theirs. */
export async function createFromFile(ctx: Ctx, form: Form, given: z.output<typeof FromFile>): Promise<Reply> {
  const file = getFileOrThrow(form, 'the calendar');
  return withUploadedFile(ctx, file, (tx, { versionId }) =>
    enqueue(ctx, tx, {
      name: given.name ?? file.filename,
      source: file.filename,
      seriesColumn: given.multiseriesIdColumns?.[0] ?? null,
      from: { kind: 'version', versionId, upload: true },
    }),
  );
}

export async function createFromDataset(ctx: Ctx, given: z.output<typeof FromDataset>): Promise<Reply> {
  await requireRole(ctx, { kind: DATASET, id: given.datasetId }, 'use');
  const { datasetId, datasetVersionId } = given;
  const version = await versionForReading(ctx, { datasetId, versionId: datasetVersionId ?? undefined });
  return begin(ctx, {
    name: given.name ?? version.name,
    source: version.name,
    seriesColumn: given.multiseriesIdColumns?.[0] ?? null,
    from: { kind: 'version', versionId: version.id, upload: false },
  });
}

export async function createFromCountry(ctx: Ctx, given: z.output<typeof FromCountry>): Promise<Reply> {
  const { countryCode: code, startDate: start, endDate: end } = given;
  const country = countries().find((known) => known.code === code);
  if (country === undefined) {
    throw invalidFields({
      countryCode: `The holidays of ${JSON.stringify(code)} are not known. GET calendarCountryCodes/ lists the countries`,
    });
  }
  return begin(ctx, {
    name: given.name ?? `${country.name} holidays`,
    source: `country ${code}`,
    seriesColumn: null,
    from: { kind: 'country', code, start, end },
  });
}

const DAY_MS = 86_400_000;

/** The events of the calendar a project was given with its target; none when it was given none. */
export async function listProjectEvents(ctx: Ctx, projectId: string, url: string, query: EventQuery) {
  const { aim } = await getProjectOrThrow(ctx, projectId, 'read');
  const calendarId = aim?.calendarId;
  if (typeof calendarId !== 'string') return page(ctx.links, url, query, [], 0);
  return eventsPage(ctx, calendarId, url, query);
}

export async function listCalendarEvents(ctx: Ctx, calendarId: string, url: string, query: EventQuery) {
  await getCalendarOrThrow(ctx, calendarId, 'read');
  return eventsPage(ctx, calendarId, url, query);
}

/** Whoever asks must be allowed to see the calendar, or a project that was given it. */
async function eventsPage(ctx: Ctx, calendarId: string, url: string, query: EventQuery) {
  const { offset, limit, seriesId, startDate, endDate } = query;
  const events = calendarStore(ctx.db.queries).events(calendarId, { series: seriesId, from: startDate, to: endDate });
  const rows = await events.page(offset, limit);
  const shown = rows.map(
    (row): z.infer<typeof Event> => ({
      date: `${row.date}T00:00:00.000000Z`,
      name: row.name,
      seriesId: row.series,
      duration: row.days,
    }),
  );
  return page(ctx.links, url, { offset, limit }, shown, await events.count());
}

/** For the aim: every day of every event, as the engine takes them. The caller must be allowed to see the calendar. */
export async function eventsForTraining(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  calendarId: string,
): Promise<readonly CalendarEvent[]> {
  await getCalendarOrThrow(ctx, calendarId, 'read');
  const rows = await calendarStore(ctx.db.queries).events(calendarId).all();
  return rows.flatMap(({ date, name, series, days }) =>
    Array.from({ length: days }, (_, day) => ({
      time: Date.parse(date) + day * DAY_MS,
      name,
      ...(series === null ? {} : { series }),
    })),
  );
}
