import { type Access, demandRole, type Need, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { CalendarProblems } from './calendar.problems.ts';
import { type CalendarRecord, calendarStore } from './calendar.store.ts';

export const CALENDAR: SharedKind = { type: 'calendar', title: 'calendar', listedAt: 'calendars/' };

export async function theCalendar(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  id: string,
  need: Need,
): Promise<CalendarRecord & { readonly access: Access }> {
  const access = await demandRole(ctx, { kind: CALENDAR, id }, need);
  const row = await calendarStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return { ...(row ?? refuse(CalendarProblems.noSuchCalendar, id)), access };
}
