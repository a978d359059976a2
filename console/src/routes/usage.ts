import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { within } from './frame.tsx';

const DAYS = [1, 7, 30, 90];

/** Pages of this part come into the router here. */
export const usageRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'usage',
    validateSearch: ({ days }): { days?: number } => (DAYS.includes(Number(days)) ? { days: Number(days) } : {}),
    component: lazyRouteComponent(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'manage-predictions',
    component: lazyRouteComponent(
      () => import('../pages/manage-predictions/manage-predictions-page.tsx'),
      'ManagePredictionsPage',
    ),
  }),
] as const;
