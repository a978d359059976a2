import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { list, text, within } from './frame.tsx';

export const dataRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'datasets',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/datasets/datasets-page.tsx'), 'DatasetsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'datasets/$datasetId',
    validateSearch: (search) => ({ ...text('tab', search), ...text('version', search), ...text('feature', search) }),
    component: lazyRouteComponent(() => import('../pages/datasets/dataset-page.tsx'), 'DatasetPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'recipes',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/recipes/recipes-page.tsx'), 'RecipesPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'recipes/$recipeId',
    validateSearch: (search) => ({ ...text('tab', search), ...upTo(search), ...text('feature', search) }),
    component: lazyRouteComponent(() => import('../pages/recipes/recipe-page.tsx'), 'RecipePage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'calendars',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/calendars/calendars-page.tsx'), 'CalendarsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'calendars/$calendarId',
    component: lazyRouteComponent(() => import('../pages/calendar/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'use-cases',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/use-cases/use-cases-page.tsx'), 'UseCasesPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'use-cases/$useCaseId',
    validateSearch: (search) => text('tab', search),
    component: lazyRouteComponent(() => import('../pages/use-cases/use-case-page.tsx'), 'UseCasePage'),
  }),
] as const;

/** How many steps of a recipe are applied to the rows on screen. */
function upTo(search: Record<string, unknown>): { upTo?: number } {
  const steps = Number(search.upTo ?? Number.NaN);
  return Number.isInteger(steps) && steps >= 0 ? { upTo: steps } : {};
}
