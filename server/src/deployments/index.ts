/** The door of the deployments room: models behind an address; what the app registers and other rooms may use. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { batchRoutes, registerBatchJobs } from './batch/index.ts';
import { predictionRoutes } from './predictions/index.ts';
import { recordRoutes, registerRecordJobs } from './records/index.ts';
import type { Watch } from './records/ports.ts';
import { registerRegistryJobs, registryRoutes } from './registry/index.ts';
import { customModelVersionRoutes } from './text-models/custom-model-version.routes.ts';

export { type BatchEnded, batchEnded } from './batch/jobs/batch-ended.ts';
export { batchJobStatuses } from './batch/jobs/batch-status.ts';
export type { BundleColumn, BundleTarget, ModelBundle } from './bundle.ts';
export { RequestsToKeep } from './challengers/kept-requests.ts';
export type { DeploymentModelRow, DeploymentRow, ModelPackageRow } from './deployments.tables.ts';
export { deploymentsEraser } from './deployments-eraser.ts';
export { generatedId, type PredictionRecord, type RecordedAnswer, type RecordedRows } from './prediction-record.ts';
export {
  closePredictions,
  deploymentSubject,
  type PredictionInput,
  PredictionQuery,
  PredictionRows,
  type PredictionStyle,
  predictionRequest,
  predictionRoute,
  type Subject,
  startPredictions,
} from './predictions/index.ts';
export { type BatchGate, type NewJobBatch, openBatchGate } from './recording/batch-gate.ts';
export { dropSegment, readSegment } from './recording/read-segment.ts';
export { frameOf, recordsIn } from './recording/record-frame.ts';
export { closeRecorder, recorderOf } from './recording/recorder-of.ts';
export { meterRecording } from './recording/recording-metrics.ts';
export { type Segment, segmentAbsorbed, waitingSegments } from './recording/segment.store.ts';
export { predictionsRecorded } from './recording/ship.ts';
export { challengersOf, modelsOf, readRecordedRows, watchedDeployment, watchedPackage } from './recording/watched.ts';
export { DEPLOYMENT } from './records/deployment.kind.ts';
export { deploymentEntity } from './records/deployment-entity.ts';
export {
  type DeploymentHealth,
  type Lamp,
  NO_HEALTH,
  type PredictionUsage,
  type Watch,
} from './records/ports.ts';
export { getDeploymentOrThrow } from './records/the-deployment.ts';
export { versionEntity } from './registry/version-entity.ts';
export { awaitingDecline } from './retraining/awaiting-decline.ts';
export { healthDeclined } from './retraining/health-declined.ts';
export { type ModelFault, modelFaultsOf } from './scoring/model-fault.store.ts';
export { dateReader } from './scoring/rows/date-cell.ts';
export { type SentRows, UnreadableRows } from './scoring/rows/sent-rows.ts';
export { healthSettings } from './settings/health-settings.rules.ts';
export type { HealthSettings } from './settings/health-settings.schema.ts';
export { keepTextModel } from './text-models/custom-model-versions.ts';
export { noteChat, servedTextModel } from './text-models/served-text-model.ts';
export type { TextModel } from './text-models/text-model.ts';

/** Records show what those who watch know; the app says who does. */
export const routes = (watch: Watch): readonly RouteRecord[] => [
  ...predictionRoutes,
  ...recordRoutes(watch),
  ...registryRoutes,
  ...customModelVersionRoutes,
  ...batchRoutes,
];

/** The kinds of work this room owns. */
export function registerJobs(platform: Platform): void {
  registerRecordJobs(platform);
  registerBatchJobs(platform);
  registerRegistryJobs(platform);
}
