import { type Access, type Need, requireRole, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { CalendarProblems } from './calendar.problems.ts';
import { type CalendarRecord, calendarStore } from './calendar.store.ts';

export const CALENDAR: SharedKind = { type: 'calendar', title: 'calendar', listedAt: 'calendars/' };

export async function getCalendarOrThrow(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  id: string,
  need: Need,
): Promise<CalendarRecord & { readonly access: Access }> {
  const access = await requireRole(ctx, { kind: CALENDAR, id }, need);
  const row = await calendarStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return { ...(row ?? refuse(CalendarProblems.noSuchCalendar, id)), access };
}
