import type { RouteRecord } from '#platform/http/route.ts';
import { deprecatedPredictionRoutes, v1PredictionRoutes } from './deprecated-prediction.routes.ts';
import { legacyTokenRoutes } from './legacy-token.routes.ts';
import { modelListRoutes } from './model-list.routes.ts';
import { pingRoutes } from './ping.routes.ts';
import { usageRoutes } from './usage.routes.ts';

/** The public interface of the deprecated module: old routes as thin adapters, and the rules that say where they still exist. */

export { availability } from './availability.ts';
export { deprecatedUseCounter } from './deprecated-uses.ts';

export const routes: readonly RouteRecord[] = [
  ...pingRoutes,
  ...legacyTokenRoutes,
  ...deprecatedPredictionRoutes,
  ...v1PredictionRoutes,
  ...modelListRoutes,
  ...usageRoutes,
];
