import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { ProblemPage } from './pages/problem-page.tsx';
import { accountRoutes, administrationRoutes, platformRoutes, usageRoutes } from './routes/administration.ts';
import { accessRoutes, dataRoutes, generativeRoutes } from './routes/data.ts';
import { deploymentsRoutes } from './routes/deployments.ts';
import { root, signedIn } from './routes/frame.tsx';
import { frontRoutes } from './routes/front.ts';
import { projectsRoutes } from './routes/projects.ts';

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
