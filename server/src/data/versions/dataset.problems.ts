import { catalogue, conflict, invalidFields, notFound, unprocessable } from '#platform/http/problem.ts';

export const DatasetProblems = catalogue({
  noSuchDataset: notFound(
    'data.no_such_dataset',
    (id: string) => `There is no dataset ${id}, or it is not shared with you. GET datasets/ lists yours.`,
  ),
  deleted: {
    status: 410,
    code: 'data.dataset_deleted',
    message: (id: string) => `The dataset ${id} was deleted. PATCH datasets/${id}/deleted/ brings it back.`,
  },
  noSuchVersion: notFound(
    'data.no_such_version',
    (datasetId: string, id: string) =>
      `The dataset ${datasetId} has no version ${id}. GET datasets/${datasetId}/versions/ lists its versions.`,
  ),
  onlyVersion: conflict(
    'data.only_version',
    (datasetId: string) =>
      `A dataset keeps at least one version. To remove this one too, DELETE datasets/${datasetId}/.`,
  ),
  stillReading: conflict(
    'data.still_reading',
    (versionId: string) => `Version ${versionId} is still being read. Wait until its processingState is COMPLETED.`,
  ),
  notReadYet: unprocessable(
    'data.not_read_yet',
    (versionId: string) => `Version ${versionId} is still being read. Use it once its processingState is COMPLETED.`,
  ),
  unreadable: unprocessable(
    'data.version_failed',
    (versionId: string, reason: string) =>
      `Version ${versionId} could not be read, so there is nothing to use: ${reason}`,
  ),
  latestFailed: conflict(
    'data.latest_failed',
    (versionId: string) =>
      `The latest version ${versionId} could not be read. Send useLatestSuccess true to start from the last that could.`,
  ),
  versionFailed: conflict(
    'data.failed_version',
    (datasetId: string, versionId: string) =>
      `Version ${versionId} could not be read, so it cannot be made the latest. GET datasets/${datasetId}/versions/?filterFailed=true lists those that could.`,
  ),
  noneSucceeded: conflict(
    'data.none_succeeded',
    (id: string) => `No version of the dataset ${id} could be read yet. Upload a file as a new version.`,
  ),
  noSuchColumn: unprocessable(
    'data.no_such_column',
    (versionId: string, name: string) =>
      `Version ${versionId} has no column ${JSON.stringify(name)}. GET allFeaturesDetails/ of the version lists them.`,
  ),
  notKept: unprocessable(
    'data.not_kept',
    (versionId: string) =>
      `Version ${versionId} has no file: it could not be read, and files that cannot be read are not kept.`,
  ),
});

/** Of routes about a dataset or one of its versions. */
export const DATASET_REFUSALS = { 410: ['data.dataset_deleted'] } as const;
export const VERSION_REFUSALS = { 404: ['data.no_such_version'], 410: ['data.dataset_deleted'] } as const;

/** Of routes about the columns of a version. */
export const PROFILE_REFUSALS = {
  409: ['data.still_reading'],
  410: ['data.dataset_deleted'],
  422: ['data.version_failed'],
} as const;

/** Of routes that make something of the rows of a dataset named in the body. */
export const READING_REFUSALS = {
  403: ['sharing.role_too_small'],
  404: ['data.no_such_version', 'sharing.no_such_thing'],
  410: ['data.dataset_deleted'],
  422: ['data.not_read_yet', 'data.version_failed'],
} as const;

export const emptyFile = (name: string) =>
  invalidFields({ file: `The file ${JSON.stringify(name)} is empty. Send one with a header line and rows` });
