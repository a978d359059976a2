import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root, texts } from './frame.tsx';

/** What is seen before signing in. */
export const frontRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: 'setup',
    validateSearch: texts('token'),
    component: lazyRouteComponent(() => import('../pages/setup/setup-page.tsx'), 'SetupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: 'login',
    validateSearch: texts('next'),
    component: lazyRouteComponent(() => import('../pages/login/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: 'reset-password',
    component: lazyRouteComponent(() => import('../pages/reset-password/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
] as const;
