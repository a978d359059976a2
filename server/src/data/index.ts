/** The door of the data room: datasets, data stores and recipes; what the app registers and other rooms may use. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { insightsJob } from './recipes/preview/insights.job.ts';
import { previewJob } from './recipes/preview/preview.job.ts';
import { recipeRoutes } from './recipes/recipe.routes.ts';
import { recipeContentRoutes } from './recipes/recipe-content.routes.ts';
import { recipeRunRoutes } from './recipes/recipe-run.routes.ts';
import { stageRoutes } from './stages/stage.routes.ts';
import { sweepStages } from './stages/sweep-stages.ts';

export { useCaseEntities } from './use-case-entities.ts';

export const routes: readonly RouteRecord[] = [
  ...stageRoutes,
  ...recipeRoutes,
  ...recipeContentRoutes,
  ...recipeRunRoutes,
];

/** The kinds of work this room owns. */
export function registerJobs({ jobs }: Platform): void {
  jobs.register(sweepStages);
  jobs.register(previewJob);
  jobs.register(insightsJob);
}
