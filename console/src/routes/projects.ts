import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { callQuery } from '../api/call-query.ts';
import { modelCalls } from '../api/models.ts';
import { projectQueries } from '../api/projects.ts';
import { readDraft } from '../pages/new-project/draft.ts';
import { text, within } from './frame.tsx';

const PROJECT = 'projects/$projectId';
const MODEL = 'projects/$projectId/models/$modelId';

export const projectsRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'projects',
    validateSearch: (search) => text('search', search),
    component: lazyRouteComponent(() => import('../pages/projects/projects-page.tsx'), 'ProjectsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'projects/new',
    validateSearch: (search) => ({
      ...text('step', search),
      ...text('datasetId', search),
      ...text('projectId', search),
      ...('draft' in search ? { draft: readDraft(search.draft) } : {}),
    }),
    component: lazyRouteComponent(() => import('../pages/new-project/new-project-page.tsx'), 'NewProjectPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: PROJECT,
    validateSearch: (search) => ({ ...text('metric', search), ...text('show', search), ...text('search', search) }),
    // Side by side with the project itself, in place of one after the other.
    loader: ({ context: { queryClient }, params: { projectId } }) => {
      void queryClient.prefetchQuery(projectQueries.one(projectId));
      void queryClient.prefetchQuery(callQuery(modelCalls.list(projectId)));
    },
    component: lazyRouteComponent(() => import('../pages/project/leaderboard/leaderboard-page.tsx'), 'LeaderboardPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: `${PROJECT}/data`,
    validateSearch: (search) => text('feature', search),
    component: lazyRouteComponent(() => import('../pages/project/data/project-data-page.tsx'), 'ProjectDataPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: `${PROJECT}/blueprints`,
    validateSearch: (search) => text('blueprint', search),
    component: lazyRouteComponent(() => import('../pages/project/blueprints/blueprints-page.tsx'), 'BlueprintsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: `${PROJECT}/jobs`,
    component: lazyRouteComponent(() => import('../pages/project/jobs/project-jobs-page.tsx'), 'ProjectJobsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: `${PROJECT}/settings`,
    component: lazyRouteComponent(
      () => import('../pages/project/settings/project-settings-page.tsx'),
      'ProjectSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: within,
    path: MODEL,
    component: lazyRouteComponent(() => import('../pages/models/overview/model-page.tsx'), 'ModelPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: `${MODEL}/accuracy`,
    validateSearch: (search) => ({ ...text('series', search), ...text('part', search), ...text('distance', search) }),
    component: lazyRouteComponent(() => import('../pages/models/accuracy/accuracy-page.tsx'), 'AccuracyPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: `${MODEL}/features`,
    validateSearch: (search) => text('feature', search),
    component: lazyRouteComponent(() => import('../pages/models/features/features-page.tsx'), 'FeaturesPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: `${MODEL}/explanations`,
    component: lazyRouteComponent(
      () => import('../pages/models/explanations/explanations-page.tsx'),
      'ExplanationsPage',
    ),
  }),
  createRoute({
    getParentRoute: within,
    path: `${MODEL}/series`,
    component: lazyRouteComponent(() => import('../pages/models/series/series-page.tsx'), 'SeriesPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: `${MODEL}/predictions`,
    validateSearch: (search) => text('shown', search),
    component: lazyRouteComponent(() => import('../pages/models/predictions/predictions-page.tsx'), 'PredictionsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'registry',
    component: lazyRouteComponent(() => import('../pages/registry/registry-page.tsx'), 'RegistryPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'registry/$registeredModelId',
    component: lazyRouteComponent(() => import('../pages/registry/registered-model-page.tsx'), 'RegisteredModelPage'),
  }),
] as const;
