import { type Address, flags, list, page, texts, words } from './frame.tsx';

/** How many steps of a recipe are applied to the rows on screen. */
function upTo(address: Address): { upTo?: number } {
  const steps = Number(address.upTo ?? Number.NaN);
  return Number.isInteger(steps) && steps >= 0 ? { upTo: steps } : {};
}

export const dataRoutes = [
  page('datasets', () => import('../pages/datasets/datasets-page.tsx'), 'DatasetsPage', list),
  page(
    'datasets/$datasetId',
    () => import('../pages/datasets/dataset-page.tsx'),
    'DatasetPage',
    texts('tab', 'version', 'feature'),
  ),
  page('recipes', () => import('../pages/recipes/recipes-page.tsx'), 'RecipesPage', list),
  page(
    'recipes/$recipeId',
    () => import('../pages/recipes/recipe-page.tsx'),
    'RecipePage',
    (address) => ({
      ...texts('tab', 'feature')(address),
      ...upTo(address),
    }),
  ),
  page('calendars', () => import('../pages/calendars/calendars-page.tsx'), 'CalendarsPage', list),
  page('calendars/$calendarId', () => import('../pages/calendar/calendar-page.tsx'), 'CalendarPage'),
  page('use-cases', () => import('../pages/use-cases/use-cases-page.tsx'), 'UseCasesPage', list),
  page('use-cases/$useCaseId', () => import('../pages/use-cases/use-case-page.tsx'), 'UseCasePage', texts('tab')),
] as const;

export const accessRoutes = [
  page('access', () => import('../pages/access/connections-page.tsx'), 'ConnectionsPage', list),
  page(
    'access/$connectionId',
    () => import('../pages/connection/connection-page.tsx'),
    'ConnectionPage',
    (address) => ({
      ...words('tab', 'user', 'itemId', 'item', 'group', 'search')(address),
      ...flags('unreadable', 'unresolved')(address),
    }),
  ),
] as const;

export const generativeRoutes = [
  page('playgrounds', () => import('../pages/playgrounds/playgrounds-page.tsx'), 'PlaygroundsPage', list),
  page(
    'playgrounds/$playgroundId',
    () => import('../pages/playground/playground-page.tsx'),
    'PlaygroundPage',
    texts('blueprint', 'chat', 'view'),
  ),
  page(
    'vector-databases',
    () => import('../pages/vector-databases/vector-databases-page.tsx'),
    'VectorDatabasesPage',
    list,
  ),
  page(
    'vector-databases/$vectorDatabaseId',
    () => import('../pages/vector-database/vector-database-page.tsx'),
    'VectorDatabasePage',
  ),
  page('llms', () => import('../pages/llms/llms-page.tsx'), 'LlmsPage'),
] as const;
