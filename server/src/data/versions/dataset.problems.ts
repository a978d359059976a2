import { catalogue, invalidFields } from '#platform/http/problem.ts';

export const DatasetProblems = catalogue({
  noSuchDataset: {
    status: 404,
    code: 'data.no_such_dataset',
    message: (id: string) => `There is no dataset ${id}, or it is not shared with you. GET datasets/ lists yours.`,
  },
  deleted: {
    status: 410,
    code: 'data.dataset_deleted',
    message: (id: string) => `The dataset ${id} was deleted. PATCH datasets/${id}/deleted/ brings it back.`,
  },
  noSuchVersion: {
    status: 404,
    code: 'data.no_such_version',
    message: (datasetId: string, id: string) =>
      `The dataset ${datasetId} has no version ${id}. GET datasets/${datasetId}/versions/ lists its versions.`,
  },
  onlyVersion: {
    status: 409,
    code: 'data.only_version',
    message: (datasetId: string) =>
      `A dataset keeps at least one version. To remove this one too, DELETE datasets/${datasetId}/.`,
  },
  stillReading: {
    status: 409,
    code: 'data.still_reading',
    message: (versionId: string) =>
      `Version ${versionId} is still being read. Wait until its processingState is COMPLETED.`,
  },
  notReadYet: {
    status: 422,
    code: 'data.not_read_yet',
    message: (versionId: string) =>
      `Version ${versionId} is still being read. Use it once its processingState is COMPLETED.`,
  },
  unreadable: {
    status: 422,
    code: 'data.version_failed',
    message: (versionId: string, reason: string) =>
      `Version ${versionId} could not be read, so there is nothing to use: ${reason}`,
  },
  latestFailed: {
    status: 409,
    code: 'data.latest_failed',
    message: (versionId: string) =>
      `The latest version ${versionId} could not be read. Send useLatestSuccess true to start from the last that could.`,
  },
  versionFailed: {
    status: 409,
    code: 'data.failed_version',
    message: (datasetId: string, versionId: string) =>
      `Version ${versionId} could not be read, so it cannot be made the latest. GET datasets/${datasetId}/versions/?filterFailed=true lists those that could.`,
  },
  noneSucceeded: {
    status: 409,
    code: 'data.none_succeeded',
    message: (id: string) => `No version of the dataset ${id} could be read yet. Upload a file as a new version.`,
  },
  noSuchColumn: {
    status: 422,
    code: 'data.no_such_column',
    message: (versionId: string, name: string) =>
      `Version ${versionId} has no column ${JSON.stringify(name)}. GET allFeaturesDetails/ of the version lists them.`,
  },
  notKept: {
    status: 422,
    code: 'data.not_kept',
    message: (versionId: string) =>
      `Version ${versionId} has no file: it could not be read, and files that cannot be read are not kept.`,
  },
});

export const emptyFile = (name: string) =>
  invalidFields({ file: `The file ${JSON.stringify(name)} is empty. Send one with a header line and rows` });
