/** The door of the deprecated room: old routes as thin adapters, and the rules that say where they still exist. */
import type { RouteRecord } from '#platform/http/route.ts';
import { legacyTokenRoutes } from './api-token/legacy-token.routes.ts';
import { modelListRoutes } from './model-list/model-list.routes.ts';
import { pingRoutes } from './ping/ping.routes.ts';
import { oldPredictionRoutes } from './predictions/old-prediction.routes.ts';
import { v1PredictionRoutes } from './predictions/v1-prediction.routes.ts';
import { usageRoutes } from './usage/usage.routes.ts';

export { availability } from './availability.ts';
export { usesOfDeprecatedRoutes } from './usage/uses-of-deprecated-routes.ts';

export const routes: readonly RouteRecord[] = [
  ...pingRoutes,
  ...legacyTokenRoutes,
  ...oldPredictionRoutes,
  ...v1PredictionRoutes,
  ...modelListRoutes,
  ...usageRoutes,
];
