import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ProblemPage } from './pages/problem-page.tsx';
import { accountRoutes, administrationRoutes, platformRoutes, usageRoutes } from './routes/administration.ts';
import { accessRoutes, dataRoutes, generativeRoutes } from './routes/data.ts';
import { deploymentsRoutes } from './routes/deployments.ts';
import { root, signedIn, texts } from './routes/frame.tsx';
import { projectsRoutes } from './routes/projects.ts';

/** What is seen before signing in. */
const frontRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: 'setup',
    validateSearch: texts('token'),
    component: lazyRouteComponent(() => import('./pages/setup/setup-page.tsx'), 'SetupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: 'login',
    validateSearch: texts('next'),
    component: lazyRouteComponent(() => import('./pages/login/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: 'reset-password',
    component: lazyRouteComponent(() => import('./pages/reset-password/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
] as const;

const pages = signedIn.addChildren([
  ...platformRoutes,
  ...dataRoutes,
  ...projectsRoutes,
  ...deploymentsRoutes,
  ...generativeRoutes,
  ...accessRoutes,
  ...usageRoutes,
  ...accountRoutes,
  ...administrationRoutes,
]);

export const createConsoleRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([...frontRoutes, pages]),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ProblemPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
