/** The door of the projects room: from an uploaded file to a leaderboard; what the app registers and other rooms may use. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';

export { projectEntity } from './records/project-entity.ts';
export { useCaseRoutes } from './use-cases/use-case.routes.ts';

export const routes: readonly RouteRecord[] = [];

/** The kinds of work this room owns. */
export function registerJobs(_platform: Platform): void {}
