/** The public interface of the deployments module. */
export { type BatchEnded, batchEnded } from './batch/jobs/batch-ended.ts';
export { batchJobStatuses } from './batch/jobs/batch-status.ts';
export { challengersOfDeployment } from './challengers/challenger.store.ts';
export { RequestsToKeep } from './challengers/stored-requests.ts';
export { DEPLOYMENT } from './deployment.kind.ts';
export type { DeploymentModelRow, DeploymentRow, ModelPackageRow, TextModel } from './deployments.tables.ts';
export { deploymentsEraser } from './deployments-eraser.ts';
export type { ManifestColumn, ManifestTarget, ModelManifest } from './model-manifest.ts';
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
export { noteChat, servedTextModel } from './predictions/text-predictions.ts';
export { type MonitoringBatches, type NewJobBatch, registerMonitoringBatches } from './recording/monitoring-batches.ts';
export {
  generatedId,
  type PredictionRecord,
  type RecordedAnswer,
  type RecordedRows,
} from './recording/prediction-record.ts';
export { frameOf, recordsIn } from './recording/record-frame.ts';
export { closeRecorder, getRecorder } from './recording/recorder.ts';
export { meterRecording } from './recording/recording-metrics.ts';
export { type Segment, segmentAbsorbed, waitingSegments } from './recording/segment.store.ts';
export { dropSegment, predictionsRecorded, readSegment } from './recording/segments.ts';
export { findDeployment, findPackage, getDeploymentOrThrow, listDeployedModels } from './records/get-deployment.ts';
export {
  type DeploymentHealth,
  type HealthReport,
  type MonitoringPort,
  NO_HEALTH,
  type PredictionUsage,
} from './records/ports.ts';
export { registerJobs, routes } from './register.ts';
export { keepTextModel } from './registry/custom-model-versions.ts';
export { awaitingDecline } from './retraining/awaiting-decline.ts';
export { healthDeclined } from './retraining/health-declined.ts';
export { type ModelFault, modelFaultsOf } from './scoring/model-fault.store.ts';
export { dateReader } from './scoring/rows/date-cell.ts';
export { readRecordedRows } from './scoring/rows/read-rows.ts';
export { type SentRows, UnreadableRows } from './scoring/rows/sent-rows.ts';
export { healthSettings } from './settings/health-settings.rules.ts';
export type { HealthSettings } from './settings/health-settings.schema.ts';
export { deploymentEntity, versionEntity } from './use-case-entities.ts';
