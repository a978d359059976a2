/** The public interface of the deployments module. */

export { batchJobStatuses } from './batch/jobs/batch-jobs.ts';
export { type BatchEnded, batchEnded } from './batch/jobs/end-job.ts';
export { challengersOfDeployment } from './challengers/challenger.store.ts';
export { RequestsToStore } from './challengers/stored-requests.ts';
export { DEPLOYMENT } from './deployment.kind.ts';
export type { DeploymentModelRow, DeploymentRow, ModelPackageRow, TextModel } from './deployments.tables.ts';
export { deploymentsEraser } from './deployments-eraser.ts';
export type { ManifestColumn, ManifestTarget, ModelManifest } from './model-manifest.ts';
export { type PredictionInput, type PredictionVariant, predict } from './predictions/predict.ts';
export {
  DEPLOYMENT_REFUSALS,
  OPTION_REFUSALS,
  predictionRoute,
  ROW_REFUSALS,
} from './predictions/prediction.routes.ts';
export { PredictionQuery, PredictionRows } from './predictions/prediction.schema.ts';
export {
  closePredictions,
  deploymentTarget,
  type PredictionTarget,
  startPredictions,
} from './predictions/prediction-target.ts';
export { getServedTextModel, recordChat } from './predictions/text-predictions.ts';
export { type MonitoringBatches, type NewJobBatch, registerMonitoringBatches } from './recording/monitoring-batches.ts';
export {
  generatedId,
  type PredictionRecord,
  type RecordedAnswer,
  type RecordedRows,
} from './recording/prediction-record.ts';
export { decodeRecords, encodeRecord } from './recording/record-frame.ts';
export { closeRecorder, getRecorder } from './recording/recorder.ts';
export { meterRecording } from './recording/recording-metrics.ts';
export { listPendingSegments, markSegmentIngested, type Segment } from './recording/segment.store.ts';
export { deleteSegment, predictionsRecorded, readSegment } from './recording/segments.ts';
export { findDeployment, findPackage, getDeploymentOrThrow, listDeployedModels } from './records/get-deployment.ts';
export {
  type DeploymentHealth,
  type HealthReport,
  type MonitoringPort,
  NO_HEALTH,
  type PredictionUsage,
} from './records/ports.ts';
export { registerJobs, routes } from './register.ts';
export { freezeTextModel } from './registry/custom-model-versions.ts';
export { deploymentsAwaitingDecline, startRetrainingOnDecline } from './retraining/start-run.ts';
export { listModelFaults, type ModelFault } from './scoring/model-fault.store.ts';
export { dateReader } from './scoring/rows/parse-cell.ts';
export { readRecordedRows } from './scoring/rows/read-rows.ts';
export { type SentRows, UnreadableRows } from './scoring/rows/sent-rows.ts';
export { resolveHealthSettings } from './settings/health-settings.rules.ts';
export type { HealthSettings } from './settings/settings.schema.ts';
export { deploymentEntity, versionEntity } from './use-case-entities.ts';
