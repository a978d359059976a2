import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { isSignedOut } from './api/api-problem.ts';
import { queries } from './api/queries.ts';
import { NotFoundPage } from './pages/not-found.tsx';
import { ProblemPage } from './pages/problem-page.tsx';
import { Shell } from './shell/shell.tsx';

interface RouterContext {
  readonly queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage });

const text = <Name extends string>(name: Name, search: Record<string, unknown>): { [Key in Name]?: string } => {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [Key in Name]?: string }) : {};
};

const setup = createRoute({
  getParentRoute: () => root,
  path: 'setup',
  validateSearch: (search) => text('token', search),
  component: lazyRouteComponent(() => import('./pages/setup/setup-page.tsx'), 'SetupPage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  validateSearch: (search) => text('next', search),
  component: lazyRouteComponent(() => import('./pages/login/login-page.tsx'), 'LoginPage'),
});

/** Everything behind the session: nobody sees a page before the server said who they are. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(queries.account());
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
    }
  },
});

const within = () => signedIn;

const pages = [
  createRoute({
    getParentRoute: within,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'jobs',
    component: lazyRouteComponent(() => import('./pages/jobs/jobs-page.tsx'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'account/api-keys',
    component: lazyRouteComponent(() => import('./pages/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'account/api-token',
    component: lazyRouteComponent(() => import('./pages/api-token/api-token-page.tsx'), 'ApiTokenPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'account/second-factor',
    component: lazyRouteComponent(() => import('./pages/second-factor/second-factor-page.tsx'), 'SecondFactorPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'users',
    component: lazyRouteComponent(() => import('./pages/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'groups',
    component: lazyRouteComponent(() => import('./pages/groups/groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'groups/$groupId',
    component: lazyRouteComponent(() => import('./pages/groups/group-page.tsx'), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'about',
    component: lazyRouteComponent(() => import('./pages/about/about-page.tsx'), 'AboutPage'),
  }),
] as const;

const routeTree = root.addChildren([setup, login, signedIn.addChildren(pages)]);

export const createConsoleRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
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
