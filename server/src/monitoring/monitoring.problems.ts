import { badRequest, catalogue, forbidden, notFound, unprocessable } from '#platform/http/problem.ts';

export const MonitoringProblems = catalogue({
  notTopOfHour: badRequest(
    'monitoring.not_top_of_hour',
    (name: string, value: string) =>
      `${name} is "${value}": it must be the top of an hour, like 2026-01-31T10:00:00Z, or a date, like 2026-01-31.`,
  ),
  noTime: badRequest(
    'monitoring.no_time',
    (name: string, value: string) =>
      `${name} is "${value}", which is not a valid timestamp. Write it like 2026-01-31T10:00:00Z.`,
  ),
  emptyPeriod: badRequest(
    'monitoring.empty_period',
    (start: string, end: string) => `start (${start}) must be before end (${end}).`,
  ),
  wrongBucket: badRequest(
    'monitoring.wrong_bucket',
    (value: string, why: string) =>
      `bucketSize is "${value}", ${why}. Use a whole number of hours, days or months, like PT1H, P1D, P7D or P1M.`,
  ),
  tooManyBuckets: badRequest(
    'monitoring.too_many_buckets',
    (count: number, most: number) =>
      `The period has ${count} buckets; at most ${most} are returned at once. Use larger buckets or a shorter period.`,
  ),
  notWatched: forbidden(
    'monitoring.not_watched',
    (what: string, setting: string) =>
      `${what} is not monitored for this deployment. PATCH its settings/ with {"${setting}": {"enabled": true}} first.`,
  ),
  unknownFeatures: unprocessable(
    'monitoring.unknown_features',
    (names: readonly string[]) =>
      `The model of this deployment knows no feature ${names.map((name) => `"${name}"`).join(', ')}. GET features/ of the deployment lists those it knows.`,
  ),
  /** Clients look for this text. */
  noSuchBatch: notFound(
    'monitoring.no_such_batch',
    (id: string) => `Monitoring batch not found: ${id}. GET monitoringBatches/ of the deployment lists its batches.`,
  ),
  batchLocked: unprocessable(
    'monitoring.batch_locked',
    (id: string) =>
      `Monitoring batch ${id} is locked and takes no more predictions. Unlock it (PATCH isLocked false), or use another batch.`,
  ),
  batchesOff: unprocessable(
    'monitoring.batches_off',
    () =>
      'Batch monitoring is switched off for this deployment. PATCH its settings/ with {"batchMonitoring": {"enabled": true}} first.',
  ),
  tooManyBatches: unprocessable(
    'monitoring.too_many_batches',
    (limit: number, resetAt: string) =>
      `This deployment got ${limit} monitoring batches today, which is the limit. More can be made from ${resetAt}; until then use one of those.`,
  ),
  noSuchModelInBatch: notFound(
    'monitoring.no_such_model_in_batch',
    (modelId: string, batchId: string) =>
      `Model not found in monitoring batch ${batchId}: ${modelId}. GET models/ of the batch lists those that answered in it.`,
  ),
  wrongEnds: unprocessable(
    'monitoring.wrong_ends',
    (earliest: string, latest: string) =>
      `earliestPredictionTimestamp (${earliest}) must not be after latestPredictionTimestamp (${latest}).`,
  ),
  notExternal: {
    status: 405,
    code: 'monitoring.not_external',
    message: (id: string) =>
      `Deployment ${id} answers here, and what it answers is recorded by itself. Only deployments of external models take reports.`,
  },
  wrongReport: unprocessable('monitoring.wrong_report', (place: string, why: string) => `${place}: ${why}.`),
  rowsNotKept: unprocessable(
    'monitoring.rows_not_kept',
    (id: string) =>
      `Deployment ${id} keeps no rows. PATCH its settings/ with {"predictionsDataCollection": {"enabled": true}}; rows that are predicted from then on can be exported.`,
  ),
  nothingToExport: unprocessable(
    'monitoring.nothing_to_export',
    (what: string, modelId: string, start: string, end: string) =>
      `There are no ${what} of model ${modelId} from ${start} to ${end} to export. Ask for another period, model or batch.`,
  ),
  noTrainingData: unprocessable(
    'monitoring.no_training_data',
    (modelId: string) =>
      `Model ${modelId} was not trained here, so there are no training data to export. Export those of a model of a project.`,
  ),
  noSuchExport: notFound(
    'monitoring.no_such_export',
    (id: string) => `Export not found: ${id}. GET the list of exports of the deployment names those there are.`,
  ),
  notOfDeployment: unprocessable(
    'monitoring.not_of_deployment',
    (modelId: string) =>
      `Model ${modelId} not found among the models of this deployment. Leave modelId out to mean its current model.`,
  ),
});

const some = (texts: readonly string[]): string => texts.slice(0, 3).join('; ');

export const ActualsProblems = catalogue({
  noAssociationId: unprocessable(
    'actuals.no_association_id',
    (id: string) =>
      `Deployment ${id} has no association id, so that nobody knows which prediction an actual is about. PATCH its settings/ with {"associationId": {"columnNames": ["the column with ids"]}}, then predict rows that have this column.`,
  ),
  nothingHappens: unprocessable(
    'actuals.nothing_happens',
    (id: string) => `Deployment ${id} finds anomalies: it predicts nothing that an actual could be compared with.`,
  ),
  repeated: unprocessable(
    'actuals.repeated',
    (ids: readonly string[]) =>
      `Association ids must be unique within a request; these are repeated: ${some(ids.map((id) => `"${id}"`))}. Send one actual for each; a later request may correct it.`,
  ),
  wrongRows: unprocessable(
    'actuals.wrong_rows',
    (rows: number, errors: readonly string[]) =>
      `${rows} rows of the dataset cannot be taken, so none was. The first: ${some(errors)}.`,
  ),
  noRows: unprocessable(
    'actuals.no_rows',
    (datasetId: string) => `Dataset ${datasetId} has no rows. Choose one that has actuals.`,
  ),
  tooMany: {
    status: 429,
    code: 'actuals.too_many',
    retryAfter: 600,
    message: (most: number) =>
      `A deployment takes ${most} actuals an hour, and these would be more. Send them again in the next hour.`,
  },
});
