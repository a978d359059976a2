/** The door of the projects room: from an uploaded file to a leaderboard; what the app registers and other rooms may use. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { aimJob } from './aim/aim.job.ts';
import { aimRoutes } from './aim/aim.routes.ts';
import { autopilotRoutes } from './autopilot/autopilot.routes.ts';
import { blueprintRoutes } from './blueprints/blueprint.routes.ts';
import { calendarJob } from './calendars/calendar.job.ts';
import { calendarRoutes } from './calendars/calendar.routes.ts';
import { awaitDataJob, createJob } from './create/create.job.ts';
import { createRoutes } from './create/create.routes.ts';
import { featureListRoutes } from './feature-lists/feature-list.routes.ts';
import { derivationRoutes } from './features/derivation/derivation.routes.ts';
import { featureRoutes } from './features/feature.routes.ts';
import { transformJob } from './features/transform.job.ts';
import { continueModel } from './incremental/continue-model.step.ts';
import { incrementalRoutes } from './incremental/incremental.routes.ts';
import { associationJob, chartJob, insightRoutes, insightSteps } from './insights/index.ts';
import { modelFactRoutes } from './models/facts/model-facts.routes.ts';
import { modelRoutes } from './models/model.routes.ts';
import { trainingRequestRoutes } from './models/training-request.routes.ts';
import { crossSeriesJob } from './multiseries/cross-series.job.ts';
import { detectJob } from './multiseries/detect.job.ts';
import { multiseriesRoutes } from './multiseries/multiseries.routes.ts';
import { optimizedRoutes } from './partitioning/optimized/optimized.routes.ts';
import { partitionJob } from './partitioning/optimized/partition.job.ts';
import { partitioningRoutes } from './partitioning/partitioning.routes.ts';
import { predictStep } from './predictions/predict.step.ts';
import { predictionRoutes } from './predictions/prediction.routes.ts';
import { predictionDatasetJob } from './predictions/prediction-dataset.job.ts';
import { jobRoutes } from './queue/job.routes.ts';
import { registerStep } from './queue/step.ts';
import { workKind } from './queue/work.job.ts';
import { deletedProjectRoutes } from './records/deleted-projects.routes.ts';
import { projectRoutes } from './records/project.routes.ts';
import { blendModels } from './training/blend-models.ts';
import { prepareModel } from './training/prepare-model.ts';
import { crossValidateModel, judgeModel, trainModel } from './training/train-model.ts';

export { aimAgain } from './again/aim-again.ts';
export { type ChampionRecipe, championRecipe } from './again/champion-recipe.ts';
export { trainAgain } from './again/train-again.ts';
export type { Aim } from './aim/aim.schema.ts';
export { commandAutopilot } from './autopilot/control.ts';
export { CALENDAR } from './calendars/calendar.kind.ts';
export { createProject } from './create/create-project.ts';
export { getRecommended, listModels } from './models/read-models.ts';
export { leaderboardModel } from './packaging/leaderboard-model.ts';
export { type ModelToPackage, modelToPackage } from './packaging/model-to-package.ts';
export { packageModel } from './packaging/package-model.ts';
export {
  type PackagedColumn,
  type PackagedModel,
  type PackagedTarget,
  PREDICTED_LABEL,
  PREDICTION,
  predictionOfClass,
} from './packaging/packaged-model.ts';
export { predictionColumns, referenceProfiles } from './packaging/reference-profiles.ts';
export type { ProjectPlan, SeriesPlan, TablePlan } from './partitioning/plan.ts';
export { projectJobStatuses } from './queue/job-status.ts';
export { projectEntity } from './records/project-entity.ts';
export { projectStatus } from './records/project-status.ts';
export { projectsEraser } from './records/projects-eraser.ts';
export { listProjects } from './records/read-projects.ts';
export { versionOfProject } from './records/version-of-project.ts';
export { isFileProblem, readModelBytes } from './training/model-file.ts';
export { useCaseRoutes } from './use-cases/use-case.routes.ts';

export const routes: readonly RouteRecord[] = [
  ...projectRoutes,
  ...deletedProjectRoutes,
  ...createRoutes,
  ...featureRoutes,
  ...derivationRoutes,
  ...featureListRoutes,
  ...multiseriesRoutes,
  ...partitioningRoutes,
  ...optimizedRoutes,
  ...aimRoutes,
  ...autopilotRoutes,
  ...blueprintRoutes,
  ...modelRoutes,
  ...modelFactRoutes,
  ...trainingRequestRoutes,
  ...incrementalRoutes,
  ...jobRoutes,
  ...calendarRoutes,
  ...predictionRoutes,
  ...insightRoutes,
];

/** The kinds of work this room owns. */
export function registerJobs({ jobs }: Platform): void {
  for (const step of [
    trainModel,
    judgeModel,
    crossValidateModel,
    continueModel,
    blendModels,
    prepareModel,
    predictStep,
    ...insightSteps,
  ])
    registerStep(step as Parameters<typeof registerStep>[0]);
  jobs.register(createJob);
  jobs.register(awaitDataJob);
  jobs.register(detectJob);
  jobs.register(crossSeriesJob);
  jobs.register(aimJob);
  jobs.register(partitionJob);
  jobs.register(transformJob);
  jobs.register(workKind);
  jobs.register(calendarJob);
  jobs.register(predictionDatasetJob);
  jobs.register(chartJob);
  jobs.register(associationJob);
}
