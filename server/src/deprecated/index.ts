import type { RouteRecord } from '#platform/http/route.ts';
import { legacyTokenRoutes } from './api-token/legacy-token.routes.ts';
import { modelListRoutes } from './model-list/model-list.routes.ts';
import { pingRoutes } from './ping/ping.routes.ts';
import { deprecatedPredictionRoutes } from './predictions/old-prediction.routes.ts';
import { v1PredictionRoutes } from './predictions/v1-prediction.routes.ts';
import { usageRoutes } from './usage/show-uses.ts';

/** The door of the deprecated room: old routes as thin adapters, and the rules that say where they still exist. */

export { availability } from './availability.ts';
export { deprecatedUseCounter } from './usage/count-uses.ts';

export const routes: readonly RouteRecord[] = [
  ...pingRoutes,
  ...legacyTokenRoutes,
  ...deprecatedPredictionRoutes,
  ...v1PredictionRoutes,
  ...modelListRoutes,
  ...usageRoutes,
];
