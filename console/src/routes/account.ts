import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { within } from './frame.tsx';

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
