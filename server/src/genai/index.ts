/** The door of the generative-AI room: what the app registers, and the verbs other rooms may use. */

import type { RouteRecord } from '#platform/http/route.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { counterRoutes } from './counters/counter.routes.ts';
import { gatewayRoutes } from './gateway/gateway.routes.ts';
import { upstreamRoutes } from './upstreams/upstream.routes.ts';

export const routes: readonly RouteRecord[] = [
  ...counterRoutes,
  ...upstreamRoutes,
  ...catalogueRoutes,
  ...gatewayRoutes,
];
