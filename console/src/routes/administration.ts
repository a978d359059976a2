import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { list, within } from './frame.tsx';

export const administrationRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'users',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'groups',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/groups/groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'groups/$groupId',
    component: lazyRouteComponent(() => import('../pages/groups/group-page.tsx'), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'organization',
    component: lazyRouteComponent(() => import('../pages/organization/organization-page.tsx'), 'OrganizationPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'feature-flags',
    component: lazyRouteComponent(() => import('../pages/feature-flags/feature-flags-page.tsx'), 'FeatureFlagsPage'),
  }),
] as const;
