/** The door of the access-sync room: who may read which document at the providers, mirrored read-only. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';

export const routes: readonly RouteRecord[] = [];

/** The kinds of work this room owns. */
export function registerJobs(_platform: Platform): void {}
