import { catalogue } from '#platform/http/problem.ts';

export const MonitoringProblems = catalogue({
  notTopOfHour: {
    status: 400,
    code: 'monitoring.not_top_of_hour',
    message: (name: string, value: string) =>
      `${name} is "${value}": it must be the top of an hour, like 2026-01-31T10:00:00Z, or a date, like 2026-01-31.`,
  },
  noTime: {
    status: 400,
    code: 'monitoring.no_time',
    message: (name: string, value: string) =>
      `${name} is "${value}", which is not a valid timestamp. Write it like 2026-01-31T10:00:00Z.`,
  },
  emptyPeriod: {
    status: 400,
    code: 'monitoring.empty_period',
    message: (start: string, end: string) => `start (${start}) must be before end (${end}).`,
  },
  wrongBucket: {
    status: 400,
    code: 'monitoring.wrong_bucket',
    message: (value: string, why: string) =>
      `bucketSize is "${value}", ${why}. Use a whole number of hours, days or months, like PT1H, P1D, P7D or P1M.`,
  },
  tooManyBuckets: {
    status: 400,
    code: 'monitoring.too_many_buckets',
    message: (count: number, most: number) =>
      `The period has ${count} buckets; at most ${most} are returned at once. Use larger buckets or a shorter period.`,
  },
  notWatched: {
    status: 403,
    code: 'monitoring.not_watched',
    message: (what: string, setting: string) =>
      `${what} is not monitored for this deployment. PATCH its settings/ with {"${setting}": {"enabled": true}} first.`,
  },
  unknownFeatures: {
    status: 422,
    code: 'monitoring.unknown_features',
    message: (names: readonly string[]) =>
      `The model of this deployment knows no feature ${names.map((name) => `"${name}"`).join(', ')}. GET features/ of the deployment lists those it knows.`,
  },
  /** Clients look for this text. */
  noSuchBatch: {
    status: 404,
    code: 'monitoring.no_such_batch',
    message: (id: string) =>
      `Monitoring batch not found: ${id}. GET monitoringBatches/ of the deployment lists its batches.`,
  },
  batchLocked: {
    status: 422,
    code: 'monitoring.batch_locked',
    message: (id: string) =>
      `Monitoring batch ${id} is locked and takes no more predictions. Unlock it (PATCH isLocked false), or use another batch.`,
  },
  batchesOff: {
    status: 422,
    code: 'monitoring.batches_off',
    message: () =>
      'Batch monitoring is switched off for this deployment. PATCH its settings/ with {"batchMonitoring": {"enabled": true}} first.',
  },
  tooManyBatches: {
    status: 422,
    code: 'monitoring.too_many_batches',
    message: (limit: number, resetAt: string) =>
      `This deployment got ${limit} monitoring batches today, which is the limit. More can be made from ${resetAt}; until then use one of those.`,
  },
  noSuchModelInBatch: {
    status: 404,
    code: 'monitoring.no_such_model_in_batch',
    message: (modelId: string, batchId: string) =>
      `Model not found in monitoring batch ${batchId}: ${modelId}. GET models/ of the batch lists those that answered in it.`,
  },
  wrongEnds: {
    status: 422,
    code: 'monitoring.wrong_ends',
    message: (earliest: string, latest: string) =>
      `earliestPredictionTimestamp (${earliest}) must not be after latestPredictionTimestamp (${latest}).`,
  },
  notExternal: {
    status: 405,
    code: 'monitoring.not_external',
    message: (id: string) =>
      `Deployment ${id} answers here, and what it answers is recorded by itself. Only deployments of external models take reports.`,
  },
  wrongReport: {
    status: 422,
    code: 'monitoring.wrong_report',
    message: (place: string, why: string) => `${place}: ${why}.`,
  },
  rowsNotKept: {
    status: 422,
    code: 'monitoring.rows_not_kept',
    message: (id: string) =>
      `Deployment ${id} keeps no rows. PATCH its settings/ with {"predictionsDataCollection": {"enabled": true}}; rows that are predicted from then on can be exported.`,
  },
  nothingToExport: {
    status: 422,
    code: 'monitoring.nothing_to_export',
    message: (what: string, modelId: string, start: string, end: string) =>
      `There are no ${what} of model ${modelId} from ${start} to ${end} to export. Ask for another period, model or batch.`,
  },
  noTrainingData: {
    status: 422,
    code: 'monitoring.no_training_data',
    message: (modelId: string) =>
      `Model ${modelId} was not trained here, so there are no training data to export. Export those of a model of a project.`,
  },
  noSuchExport: {
    status: 404,
    code: 'monitoring.no_such_export',
    message: (id: string) =>
      `Export not found: ${id}. GET the list of exports of the deployment names those there are.`,
  },
  notOfDeployment: {
    status: 422,
    code: 'monitoring.not_of_deployment',
    message: (modelId: string) =>
      `Model ${modelId} not found among the models of this deployment. Leave modelId out to mean its current model.`,
  },
});

const some = (texts: readonly string[]): string => texts.slice(0, 3).join('; ');

export const ActualsProblems = catalogue({
  noAssociationId: {
    status: 422,
    code: 'actuals.no_association_id',
    message: (id: string) =>
      `Deployment ${id} has no association id, so that nobody knows which prediction an actual is about. PATCH its settings/ with {"associationId": {"columnNames": ["the column with ids"]}}, then predict rows that have this column.`,
  },
  nothingHappens: {
    status: 422,
    code: 'actuals.nothing_happens',
    message: (id: string) =>
      `Deployment ${id} finds anomalies: it predicts nothing that an actual could be compared with.`,
  },
  repeated: {
    status: 422,
    code: 'actuals.repeated',
    message: (ids: readonly string[]) =>
      `Association ids must be unique within a request; these are repeated: ${some(ids.map((id) => `"${id}"`))}. Send one actual for each; a later request may correct it.`,
  },
  wrongRows: {
    status: 422,
    code: 'actuals.wrong_rows',
    message: (rows: number, errors: readonly string[]) =>
      `${rows} rows of the dataset cannot be taken, so none was. The first: ${some(errors)}.`,
  },
  noRows: {
    status: 422,
    code: 'actuals.no_rows',
    message: (datasetId: string) => `Dataset ${datasetId} has no rows. Choose one that has actuals.`,
  },
  tooMany: {
    status: 429,
    code: 'actuals.too_many',
    retryAfter: 600,
    message: (most: number) =>
      `A deployment takes ${most} actuals an hour, and these would be more. Send them again in the next hour.`,
  },
});
