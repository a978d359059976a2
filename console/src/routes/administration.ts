import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { list, text, within } from './frame.tsx';

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

export const accountRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'account/api-keys',
    component: lazyRouteComponent(() => import('../pages/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'account/api-token',
    component: lazyRouteComponent(() => import('../pages/api-token/api-token-page.tsx'), 'ApiTokenPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'account/password',
    component: lazyRouteComponent(() => import('../pages/password/password-page.tsx'), 'PasswordPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'account/second-factor',
    component: lazyRouteComponent(() => import('../pages/second-factor/second-factor-page.tsx'), 'SecondFactorPage'),
  }),
] as const;

export const platformRoutes = [
  createRoute({
    getParentRoute: within,
    path: '/',
    component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'jobs',
    validateSearch: (search) => text('tab', search),
    component: lazyRouteComponent(() => import('../pages/jobs/jobs-page.tsx'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'about',
    component: lazyRouteComponent(() => import('../pages/about/about-page.tsx'), 'AboutPage'),
  }),
] as const;

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
