/** The door of the deployments room: models behind an address; what the app registers and other rooms may use. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';

export const routes: readonly RouteRecord[] = [];

/** The kinds of work this room owns. */
export function registerJobs(_platform: Platform): void {}
