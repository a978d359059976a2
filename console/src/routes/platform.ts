import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { text, within } from './frame.tsx';

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
