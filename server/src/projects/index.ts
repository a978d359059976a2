import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { calendarJob } from './data/calendars/calendar.job.ts';
import { calendarRoutes } from './data/calendars/calendar.routes.ts';
import { derivationRoutes, featureRoutes } from './data/features/feature.routes.ts';
import { featureListRoutes } from './data/features/feature-list.routes.ts';
import { transformJob } from './data/features/transform-features.ts';
import { crossSeriesJob, detectJob } from './data/multiseries/detection.jobs.ts';
import { multiseriesRoutes } from './data/multiseries/multiseries.routes.ts';
import {
  associationJob,
  beginFirstInsights,
  chartJob,
  insightRoutes,
  insightSteps,
  shapJob,
  slicedChartJob,
  slicedImpactJob,
  sliceSizeJob,
} from './insights/index.ts';
import { awaitDataJob, createJob } from './lifecycle/create.job.ts';
import { createRoutes, deletedProjectRoutes, projectRoutes } from './lifecycle/project.routes.ts';
import { aimJob } from './modeling/aim/aim.job.ts';
import { aimRoutes } from './modeling/aim/aim.routes.ts';
import { autopilotAdvancer } from './modeling/autopilot/advance.ts';
import { autopilotRoutes } from './modeling/autopilot/autopilot.routes.ts';
import { continueModel } from './modeling/incremental/continue-model.ts';
import { incrementalRoutes } from './modeling/incremental/incremental.routes.ts';
import { partitionJob } from './modeling/planning/optimized-partitionings.ts';
import { optimizedRoutes, partitioningRoutes } from './modeling/planning/partitioning.routes.ts';
import { blendModels } from './modeling/training/blend-models.ts';
import { prepareModel } from './modeling/training/prepare-model.ts';
import {
  confirmBacktests,
  confirmFolds,
  crossValidateModel,
  evaluateModel,
  trainModel,
} from './modeling/training/train-model.ts';
import { trainingRequestRoutes } from './modeling/training/training-request.routes.ts';
import { tuningRoutes } from './modeling/training/tuning.routes.ts';
import { blueprintRoutes } from './models/blueprint.routes.ts';
import { modelFactRoutes, modelRoutes } from './models/model.routes.ts';
import { predictStep } from './predictions/predict.step.ts';
import { predictionRoutes } from './predictions/prediction.routes.ts';
import { predictionDatasetJob } from './predictions/prediction-dataset.job.ts';
import { jobRoutes } from './queue/job.routes.ts';
import { workKind } from './queue/project-queue.ts';
import { onJobEnded, registerStep } from './queue/step.ts';

/** The public interface of projects: from an uploaded file to a leaderboard. */

export type { ProjectPlan, SeriesPlan, TablePlan } from './core/partitioning/plan.ts';
export type { Aim } from './core/project/aim.schema.ts';
export { PROJECT } from './core/project/get-project.ts';
export { CALENDAR } from './data/calendars/calendar.kind.ts';
export { isFileProblem, readModelBytes } from './engine/project-files.ts';
export { createProject } from './lifecycle/create-project.ts';
export { projectEntity, projectsEraser } from './lifecycle/project-entity.ts';
export { listProjects, projectStatus, versionOfProject } from './lifecycle/projects.ts';
export { commandAutopilot } from './modeling/autopilot/control.ts';
export { type ChampionRecipe, championRecipe, copyAim, trainBlueprint } from './modeling/retraining.ts';
export { getRecommended, listModels } from './models/models.ts';
export { leaderboardModel, type ModelToPackage, modelToPackage, packageModel } from './packaging/package-model.ts';
export {
  type PackagedColumn,
  type PackagedModel,
  type PackagedTarget,
  PREDICTED_LABEL,
  PREDICTION,
  predictionOfClass,
} from './packaging/packaged-model.ts';
export { predictionColumns, referenceProfiles } from './packaging/reference-profiles.ts';
export { projectJobStatuses } from './queue/jobs.ts';
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
  ...tuningRoutes,
  ...incrementalRoutes,
  ...jobRoutes,
  ...calendarRoutes,
  ...predictionRoutes,
  ...insightRoutes,
];

// One and the same however often jobs are registered, so that nobody subscribes it twice.
const advanceAutopilot = autopilotAdvancer(beginFirstInsights);

export function registerJobs({ jobs }: Platform): void {
  for (const step of [
    trainModel,
    evaluateModel,
    crossValidateModel,
    confirmBacktests,
    confirmFolds,
    continueModel,
    blendModels,
    prepareModel,
    predictStep,
    ...insightSteps,
  ])
    registerStep(step as Parameters<typeof registerStep>[0]);
  onJobEnded(advanceAutopilot);
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
  jobs.register(shapJob);
  jobs.register(slicedChartJob);
  jobs.register(slicedImpactJob);
  jobs.register(sliceSizeJob);
  jobs.register(associationJob);
}
