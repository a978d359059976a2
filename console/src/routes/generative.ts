import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { list, text, within } from './frame.tsx';

/** Pages of this part come into the router here. */
export const generativeRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'playgrounds',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/playgrounds/playgrounds-page.tsx'), 'PlaygroundsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'playgrounds/$playgroundId',
    validateSearch: (search) => ({ ...text('blueprint', search), ...text('chat', search), ...text('view', search) }),
    component: lazyRouteComponent(() => import('../pages/playground/playground-page.tsx'), 'PlaygroundPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'vector-databases',
    validateSearch: list,
    component: lazyRouteComponent(
      () => import('../pages/vector-databases/vector-databases-page.tsx'),
      'VectorDatabasesPage',
    ),
  }),
  createRoute({
    getParentRoute: within,
    path: 'vector-databases/$vectorDatabaseId',
    component: lazyRouteComponent(
      () => import('../pages/vector-database/vector-database-page.tsx'),
      'VectorDatabasePage',
    ),
  }),
  createRoute({
    getParentRoute: within,
    path: 'llms',
    component: lazyRouteComponent(() => import('../pages/llms/llms-page.tsx'), 'LlmsPage'),
  }),
] as const;
