import { badRequest, catalogue, conflict, notFound, unprocessable } from '#platform/http/problem.ts';

export const OutputProblems = catalogue({
  tableRefused: unprocessable(
    'batch.table_refused',
    (table: string, reason: string) =>
      `The table ${JSON.stringify(table)} did not take the results: ${reason}. Nothing was written to it.`,
  ),
  noSuchColumn: unprocessable(
    'batch.no_such_result_column',
    (field: string, name: string, columns: readonly string[]) =>
      `outputSettings.${field} names ${JSON.stringify(name)}, which the results do not have; they have ${columns.join(', ')}.`,
  ),
});

/** What a job or its definition may be refused with for the model it names. */
export const TARGET_CODES = [
  'batch.deployment_not_active',
  'batch.external_model',
  'batch.model_not_registered',
  'batch.no_such_deployment',
  'batch.package_building',
  'batch.pinned_model',
  'deployments.writes_text',
] as const;

/** What a job that is run again may be refused with: its deployment was there once. */
export const AGAIN_CODES = ['batch.deployment_not_active', 'batch.no_such_deployment'] as const;

/** Of an upload in one piece. */
export const UPLOAD_REFUSALS = {
  400: ['batch.upload_broke_off'],
  404: ['batch.no_such_job'],
  406: ['batch.not_csv'],
  409: ['batch.already_uploaded'],
  422: ['batch.job_ended', 'batch.not_local_intake'],
} as const;

export const BatchProblems = catalogue({
  noSuchJob: notFound(
    'batch.no_such_job',
    (id: string) =>
      `There is no batch job ${id}, or you may not see it. GET batchPredictions/ lists those you can see.`,
  ),
  noSuchDefinition: notFound(
    'batch.no_such_definition',
    (id: string) => `There is no job definition ${id}. GET batchPredictionJobDefinitions/ lists yours.`,
  ),
  noMonitoringDefinitions: unprocessable(
    'batch.no_monitoring_definitions',
    () => 'Monitoring jobs are not kept as definitions here. POST batchMonitoring/ makes one whenever it is wanted.',
  ),
  noSuchMonitoringDefinition: notFound(
    'batch.no_such_monitoring_definition',
    (id: string) =>
      `There is no definition ${id} of a monitoring job: such jobs are made one by one with batchMonitoring/.`,
  ),
  nameTaken: conflict(
    'batch.definition_name_taken',
    (name: string) =>
      `A job definition ${JSON.stringify(name)} exists already; names are unique per creator. Choose another name.`,
  ),
  notCsv: {
    status: 406,
    code: 'batch.not_csv',
    message: (type: string) => `Rows are taken as text/csv, not as ${type}. Send Content-Type: text/csv.`,
  },
  notAcceptable: {
    status: 406,
    code: 'batch.results_are_csv',
    message: (accept: string) => `Results are text/csv, which Accept: ${accept} leaves out. Ask for text/csv or */*.`,
  },
  notLocal: unprocessable(
    'batch.not_local_intake',
    (id: string, type: string) =>
      `Job ${id} reads its rows from ${type}; nothing can be uploaded to it. Make one with intakeSettings.type localFile.`,
  ),
  ended: unprocessable(
    'batch.job_ended',
    (id: string, status: string) => `Job ${id} is ${status} and takes no more rows. Make a new one.`,
  ),
  alreadyUploaded: conflict(
    'batch.already_uploaded',
    (id: string) => `An upload to job ${id} has begun already. One job takes one upload; make a new one.`,
  ),
  partThere: conflict(
    'batch.part_there',
    (id: string, part: number) => `Part ${part} of job ${id} is here already, or on its way.`,
  ),
  wrongPart: unprocessable(
    'batch.wrong_part',
    (text: string) => `${JSON.stringify(text)} is no number of a part; parts are numbered 0, 1, 2, ... 99999.`,
  ),
  notInParts: unprocessable(
    'batch.not_in_parts',
    (id: string) => `Job ${id} takes one upload at csvUpload/. For parts, make it with intakeSettings.multipart: true.`,
  ),
  partsMissing: unprocessable('batch.parts_missing', (missing: readonly number[]) =>
    missing.length === 0
      ? 'No part was uploaded. PUT csvUpload/part/0 first.'
      : `Parts ${missing.slice(0, 20).join(', ')} are missing. Upload them, then finalize again.`,
  ),
  noParts: unprocessable(
    'batch.job_without_parts',
    (part: number) =>
      `A job is not split over several others here, so there is no part ${part} of it. Leave partNumber out.`,
  ),
  alreadyFinal: conflict('batch.already_final', (id: string) => `The upload to job ${id} is finalized already.`),
  tooLarge: {
    status: 413,
    code: 'batch.too_large',
    message: (most: number) =>
      `The upload is larger than the ${most} bytes this installation takes (ALMANAC_MAX_UPLOAD_BYTES). Send several jobs.`,
  },
  brokeOff: badRequest(
    'batch.upload_broke_off',
    (bytes: number) => `The upload broke off after ${bytes} bytes. The job was given up; make a new one.`,
  ),
  notDownloadable: unprocessable(
    'batch.not_downloadable',
    (id: string, type: string) =>
      `Job ${id} writes its results to ${type}. Only those of outputSettings.type localFile are downloaded here.`,
  ),
  resultsGone: notFound(
    'batch.results_gone',
    (id: string) => `The results of job ${id} were deleted: they are kept for 48 hours. Score the rows again.`,
  ),
  resultsGoneAlready: conflict(
    'batch.results_gone_already',
    (id: string) => `Job ${id} has ended and its results are deleted already. There is nothing left to delete.`,
  ),
  noSuchDeployment: unprocessable(
    'batch.no_such_deployment',
    (id: string) => `There is no deployment ${id}, or you may not predict with it. GET deployments/ lists yours.`,
  ),
  notActive: unprocessable(
    'batch.deployment_not_active',
    (id: string, status: string) =>
      `Deployment ${id} is ${status} and answers nothing. Activate it: PATCH deployments/${id}/status/.`,
  ),
  notOurs: unprocessable(
    'batch.external_model',
    (id: string) =>
      `The model behind ${id} answers elsewhere; nothing can be scored with it here. Report its predictions instead.`,
  ),
  stillBuilding: unprocessable(
    'batch.package_building',
    (id: string) => `Model package ${id} is still being built. Try again in a moment.`,
  ),
  notRegistered: unprocessable(
    'batch.model_not_registered',
    (id: string) =>
      `There is no registered version of model ${id}. POST modelPackages/fromLeaderboard/ makes one; then send modelPackageId.`,
  ),
  pinnedElsewhere: unprocessable(
    'batch.pinned_model',
    (pinned: string, served: string) =>
      `The deployment serves model ${served}, not the pinned ${pinned}. Leave pinnedModelId out, or pin the served one.`,
  ),
});
