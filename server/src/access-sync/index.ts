import type { RouteRecord } from '#platform/http/route.ts';
import { accessRoutes, browseRoutes } from './access/access.routes.ts';
import { connectionRoutes } from './connections/connection.routes.ts';

/** The public interface of the access-sync module: who may read which document at the providers, mirrored read-only. */

export { readableAmong } from './access/effective-access.ts';
export { requireConnection } from './connections/require-connection.ts';
export { startSynchronizer } from './sync/synchronizer.ts';

export const routes: readonly RouteRecord[] = [...connectionRoutes, ...browseRoutes, ...accessRoutes];
