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

/** An id that looks like a number is an id all the same. */
const word = <Name extends string>(name: Name, search: Record<string, unknown>): { [Key in Name]?: string } => {
  const value = search[name];
  const isWord = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isWord ? ({ [name]: String(value) } as { [Key in Name]?: string }) : {};
};

const flag = <Name extends string>(name: Name, search: Record<string, unknown>): { [Key in Name]?: boolean } =>
  search[name] === true ? ({ [name]: true } as { [Key in Name]?: boolean }) : {};

/** Pages of this part come into the router here. */
export const accessRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'access',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/access/connections-page.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'access/$connectionId',
    validateSearch: (search) => ({
      ...word('tab', search),
      ...word('user', search),
      ...word('itemId', search),
      ...word('item', search),
      ...word('group', search),
      ...word('search', search),
      ...flag('unreadable', search),
      ...flag('unresolved', search),
    }),
    component: lazyRouteComponent(() => import('../pages/connection/connection-page.tsx'), 'ConnectionPage'),
  }),
] as const;

/** Pages of this part come into the router here. */
export const generativeRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'playgrounds',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/playgrounds/playgrounds-page.tsx'), 'PlaygroundsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'playgrounds/$playgroundId',
    validateSearch: (search) => ({ ...text('blueprint', search), ...text('chat', search), ...text('view', search) }),
    component: lazyRouteComponent(() => import('../pages/playground/playground-page.tsx'), 'PlaygroundPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'vector-databases',
    validateSearch: list,
    component: lazyRouteComponent(
      () => import('../pages/vector-databases/vector-databases-page.tsx'),
      'VectorDatabasesPage',
    ),
  }),
  createRoute({
    getParentRoute: within,
    path: 'vector-databases/$vectorDatabaseId',
    component: lazyRouteComponent(
      () => import('../pages/vector-database/vector-database-page.tsx'),
      'VectorDatabasePage',
    ),
  }),
  createRoute({
    getParentRoute: within,
    path: 'llms',
    component: lazyRouteComponent(() => import('../pages/llms/llms-page.tsx'), 'LlmsPage'),
  }),
] as const;
