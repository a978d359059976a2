import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { callQuery } from '../api/call-query.ts';
import { modelCalls } from '../api/models.ts';
import { projectQueries } from '../api/projects.ts';
import { readDraft } from '../pages/new-project/draft.ts';
import { page, texts, within } from './frame.tsx';

const PROJECT = 'projects/$projectId';
const MODEL = 'projects/$projectId/models/$modelId';

export const projectsRoutes = [
  page('projects', () => import('../pages/projects/projects-page.tsx'), 'ProjectsPage', texts('search')),
  page(
    'projects/new',
    () => import('../pages/new-project/new-project-page.tsx'),
    'NewProjectPage',
    (address) => ({
      ...texts('step', 'datasetId', 'projectId')(address),
      ...('draft' in address ? { draft: readDraft(address.draft) } : {}),
    }),
  ),
  createRoute({
    getParentRoute: within,
    path: PROJECT,
    validateSearch: texts('metric', 'show', 'search'),
    // Side by side with the project itself, in place of one after the other.
    loader: ({ context: { queryClient }, params: { projectId } }) => {
      void queryClient.prefetchQuery(projectQueries.one(projectId));
      void queryClient.prefetchQuery(callQuery(modelCalls.list(projectId)));
    },
    component: lazyRouteComponent(() => import('../pages/project/leaderboard/leaderboard-page.tsx'), 'LeaderboardPage'),
  }),
  page(
    `${PROJECT}/data`,
    () => import('../pages/project/data/project-data-page.tsx'),
    'ProjectDataPage',
    texts('feature'),
  ),
  page(
    `${PROJECT}/blueprints`,
    () => import('../pages/project/blueprints/blueprints-page.tsx'),
    'BlueprintsPage',
    texts('blueprint'),
  ),
  page(`${PROJECT}/jobs`, () => import('../pages/project/jobs/project-jobs-page.tsx'), 'ProjectJobsPage'),
  page(
    `${PROJECT}/settings`,
    () => import('../pages/project/settings/project-settings-page.tsx'),
    'ProjectSettingsPage',
  ),
  page(MODEL, () => import('../pages/models/overview/model-page.tsx'), 'ModelPage'),
  page(
    `${MODEL}/accuracy`,
    () => import('../pages/models/accuracy/accuracy-page.tsx'),
    'AccuracyPage',
    texts('series', 'part', 'distance'),
  ),
  page(
    `${MODEL}/features`,
    () => import('../pages/models/features/features-page.tsx'),
    'FeaturesPage',
    texts('feature'),
  ),
  page(`${MODEL}/explanations`, () => import('../pages/models/explanations/explanations-page.tsx'), 'ExplanationsPage'),
  page(`${MODEL}/series`, () => import('../pages/models/series/series-page.tsx'), 'SeriesPage'),
  page(
    `${MODEL}/predictions`,
    () => import('../pages/models/predictions/predictions-page.tsx'),
    'PredictionsPage',
    texts('shown'),
  ),
  page('registry', () => import('../pages/registry/registry-page.tsx'), 'RegistryPage'),
  page(
    'registry/$registeredModelId',
    () => import('../pages/registry/registered-model-page.tsx'),
    'RegisteredModelPage',
  ),
] as const;
