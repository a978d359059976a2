/** The door of the projects room: from an uploaded file to a leaderboard; what the app registers and other rooms may use. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { calendarJob } from './calendars/calendar.job.ts';
import { calendarRoutes } from './calendars/calendar.routes.ts';

export { projectEntity } from './records/project-entity.ts';
export { useCaseRoutes } from './use-cases/use-case.routes.ts';

export const routes: readonly RouteRecord[] = [...calendarRoutes];

/** The kinds of work this room owns. */
export function registerJobs({ jobs }: Platform): void {
  jobs.register(calendarJob);
}
