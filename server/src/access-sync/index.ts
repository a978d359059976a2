/** The door of the access-sync room: who may read which document at the providers, mirrored read-only. */

import type { RouteRecord } from '#platform/http/route.ts';
import { accessRoutes } from './access/access.routes.ts';
import { browseRoutes } from './browse/browse.routes.ts';
import { connectionRoutes } from './connections/connection.routes.ts';

export { readableAmong } from './access/readable-among.ts';
export { requireConnection } from './connections/may-synchronize.ts';
export { startSynchronizer } from './sync/synchronizer.ts';

export const routes: readonly RouteRecord[] = [...connectionRoutes, ...browseRoutes, ...accessRoutes];
