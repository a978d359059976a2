/** The door of the quotas room: what a resource gives to whom, and the limiter that holds it. */

import type { RouteRecord } from '#platform/http/route.ts';
import { quotaRoutes } from './quota.routes.ts';
import { templateRoutes } from './templates/template.routes.ts';

export const routes: readonly RouteRecord[] = [...quotaRoutes, ...templateRoutes];
