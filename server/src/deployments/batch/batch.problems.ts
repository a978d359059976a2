import { catalogue } from '#platform/http/problem.ts';

export const OutputProblems = catalogue({
  tableRefused: {
    status: 422,
    code: 'batch.table_refused',
    message: (table: string, reason: string) =>
      `The table ${JSON.stringify(table)} did not take the results: ${reason}. Nothing was written to it.`,
  },
  noSuchColumn: {
    status: 422,
    code: 'batch.no_such_result_column',
    message: (field: string, name: string, columns: readonly string[]) =>
      `outputSettings.${field} names ${JSON.stringify(name)}, which the results do not have; they have ${columns.join(', ')}.`,
  },
});

export const BatchProblems = catalogue({
  noSuchJob: {
    status: 404,
    code: 'batch.no_such_job',
    message: (id: string) =>
      `There is no batch job ${id}, or you may not see it. GET batchPredictions/ lists those you can see.`,
  },
  noSuchDefinition: {
    status: 404,
    code: 'batch.no_such_definition',
    message: (id: string) => `There is no job definition ${id}. GET batchPredictionJobDefinitions/ lists yours.`,
  },
  noMonitoringDefinitions: {
    status: 422,
    code: 'batch.no_monitoring_definitions',
    message: () =>
      'Monitoring jobs are not kept as definitions here. POST batchMonitoring/ makes one whenever it is wanted.',
  },
  noSuchMonitoringDefinition: {
    status: 404,
    code: 'batch.no_such_monitoring_definition',
    message: (id: string) =>
      `There is no definition ${id} of a monitoring job: such jobs are made one by one with batchMonitoring/.`,
  },
  nameTaken: {
    status: 409,
    code: 'batch.definition_name_taken',
    message: (name: string) =>
      `A job definition ${JSON.stringify(name)} exists already; names are unique per creator. Choose another name.`,
  },
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
  notLocal: {
    status: 422,
    code: 'batch.not_local_intake',
    message: (id: string, type: string) =>
      `Job ${id} reads its rows from ${type}; nothing can be uploaded to it. Make one with intakeSettings.type localFile.`,
  },
  ended: {
    status: 422,
    code: 'batch.job_ended',
    message: (id: string, status: string) => `Job ${id} is ${status} and takes no more rows. Make a new one.`,
  },
  alreadyUploaded: {
    status: 409,
    code: 'batch.already_uploaded',
    message: (id: string) => `An upload to job ${id} has begun already. One job takes one upload; make a new one.`,
  },
  partThere: {
    status: 409,
    code: 'batch.part_there',
    message: (id: string, part: number) => `Part ${part} of job ${id} is here already, or on its way.`,
  },
  wrongPart: {
    status: 422,
    code: 'batch.wrong_part',
    message: (text: string) => `${JSON.stringify(text)} is no number of a part; parts are numbered 0, 1, 2, ... 99999.`,
  },
  notInParts: {
    status: 422,
    code: 'batch.not_in_parts',
    message: (id: string) =>
      `Job ${id} takes one upload at csvUpload/. For parts, make it with intakeSettings.multipart: true.`,
  },
  partsMissing: {
    status: 422,
    code: 'batch.parts_missing',
    message: (missing: readonly number[]) =>
      missing.length === 0
        ? 'No part was uploaded. PUT csvUpload/part/0 first.'
        : `Parts ${missing.slice(0, 20).join(', ')} are missing. Upload them, then finalize again.`,
  },
  noParts: {
    status: 422,
    code: 'batch.job_without_parts',
    message: (part: number) =>
      `A job is not split over several others here, so there is no part ${part} of it. Leave partNumber out.`,
  },
  alreadyFinal: {
    status: 409,
    code: 'batch.already_final',
    message: (id: string) => `The upload to job ${id} is finalized already.`,
  },
  tooLarge: {
    status: 413,
    code: 'batch.too_large',
    message: (most: number) =>
      `The upload is larger than the ${most} bytes this installation takes (ALMANAC_MAX_UPLOAD_BYTES). Send several jobs.`,
  },
  brokeOff: {
    status: 400,
    code: 'batch.upload_broke_off',
    message: (bytes: number) => `The upload broke off after ${bytes} bytes. The job was given up; make a new one.`,
  },
  notDownloadable: {
    status: 422,
    code: 'batch.not_downloadable',
    message: (id: string, type: string) =>
      `Job ${id} writes its results to ${type}. Only those of outputSettings.type localFile are downloaded here.`,
  },
  resultsGone: {
    status: 404,
    code: 'batch.results_gone',
    message: (id: string) => `The results of job ${id} were deleted: they are kept for 48 hours. Score the rows again.`,
  },
  resultsGoneAlready: {
    status: 409,
    code: 'batch.results_gone_already',
    message: (id: string) =>
      `Job ${id} has ended and its results are deleted already. There is nothing left to delete.`,
  },
  noSuchDeployment: {
    status: 422,
    code: 'batch.no_such_deployment',
    message: (id: string) =>
      `There is no deployment ${id}, or you may not predict with it. GET deployments/ lists yours.`,
  },
  notActive: {
    status: 422,
    code: 'batch.deployment_not_active',
    message: (id: string, status: string) =>
      `Deployment ${id} is ${status} and answers nothing. Activate it: PATCH deployments/${id}/status/.`,
  },
  notOurs: {
    status: 422,
    code: 'batch.external_model',
    message: (id: string) =>
      `The model behind ${id} answers elsewhere; nothing can be scored with it here. Report its predictions instead.`,
  },
  stillBuilding: {
    status: 422,
    code: 'batch.package_building',
    message: (id: string) => `Model package ${id} is still being built. Try again in a moment.`,
  },
  notRegistered: {
    status: 422,
    code: 'batch.model_not_registered',
    message: (id: string) =>
      `There is no registered version of model ${id}. POST modelPackages/fromLeaderboard/ makes one; then send modelPackageId.`,
  },
  pinnedElsewhere: {
    status: 422,
    code: 'batch.pinned_model',
    message: (pinned: string, served: string) =>
      `The deployment serves model ${served}, not the pinned ${pinned}. Leave pinnedModelId out, or pin the served one.`,
  },
});
