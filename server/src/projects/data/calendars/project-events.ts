import type { CalendarEvent } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { getProjectOrThrow } from '../../core/project/get-project.ts';
import { getCalendarOrThrow } from './calendar.kind.ts';
import type { Event, EventQuery } from './calendar.schema.ts';
import { calendarStore } from './calendar.store.ts';

const DAY_MS = 86_400_000;

/** The events of the calendar a project was given with its target; none when it was given none. */
export async function listProjectEvents(ctx: Ctx, projectId: string, url: string, query: z.output<typeof EventQuery>) {
  const { aim } = await getProjectOrThrow(ctx, projectId, 'read');
  const calendarId = aim?.calendarId;
  if (typeof calendarId !== 'string') return page(ctx.links, url, query, [], 0);
  return eventsPage(ctx, calendarId, url, query);
}

export async function listCalendarEvents(
  ctx: Ctx,
  calendarId: string,
  url: string,
  query: z.output<typeof EventQuery>,
) {
  await getCalendarOrThrow(ctx, calendarId, 'read');
  return eventsPage(ctx, calendarId, url, query);
}

/** Whoever asks must be allowed to see the calendar, or a project that was given it. */
async function eventsPage(ctx: Ctx, calendarId: string, url: string, query: z.output<typeof EventQuery>) {
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
