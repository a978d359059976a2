import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { text, within } from './frame.tsx';

/** Where one is in a long list. */
const place = (search: Record<string, unknown>): { offset?: number } => {
  const offset = Number(search.offset);
  return Number.isInteger(offset) && offset > 0 ? { offset } : {};
};
const list = (search: Record<string, unknown>) => ({ ...text('search', search), ...place(search) });

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
