import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { within } from './frame.tsx';

export const administrationRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'users',
    component: lazyRouteComponent(() => import('../pages/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'groups',
    component: lazyRouteComponent(() => import('../pages/groups/groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'groups/$groupId',
    component: lazyRouteComponent(() => import('../pages/groups/group-page.tsx'), 'GroupPage'),
  }),
] as const;
