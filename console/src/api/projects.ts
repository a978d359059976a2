import type { ApiCall, BodyOf, ElementOf, ItemOf, ReplyOf } from './call.ts';
import { get, patch, post, remove, withFile } from './call.ts';
import { callQuery } from './call-query.ts';

export type Project = ReplyOf<'get', 'projects/{projectId}/'>;
/** A column of the data. */
export type ProjectFeature = ItemOf<'projects/{projectId}/features/'>;
export type ProjectList = ItemOf<'projects/{projectId}/featurelists/'>;
export type ProjectJob = ElementOf<ReplyOf<'get', 'projects/{projectId}/jobs/'>['jobs']>;
export type ModelJob = ItemOf<'projects/{projectId}/modelJobs/'>;
/** Backtests and windows: the same fields in a preview and when modeling starts. */
export type PartitioningOptions = BodyOf<'post', 'projects/{projectId}/datetimePartitioning/'>;
export type Aim = BodyOf<'patch', 'projects/{projectId}/aim/'>;
export type Partitioning = ReplyOf<'get', 'projects/{projectId}/datetimePartitioning/'>;

const SHOWN_AT_HOME = 5;

export const projectCalls = {
  list: () => get('projects/'),
  newest: () => get('projects/', { limit: SHOWN_AT_HOME }),
  one: (projectId: string) => get('projects/{projectId}/', { projectId }),
  status: (projectId: string) => get('projects/{projectId}/status/', { projectId }),
  fromDataset: (datasetId: string, projectName: string) => post('projects/', { body: { datasetId, projectName } }),
  change: (projectId: string, body: BodyOf<'patch', 'projects/{projectId}/'>) =>
    patch('projects/{projectId}/', { projectId, body }),
  remove: (projectId: string) => remove('projects/{projectId}/', { projectId }),
  pause: (projectId: string, command: 'start' | 'stop') =>
    post('projects/{projectId}/autopilot/', { projectId, body: { command } }),
  runAgain: (projectId: string, body: BodyOf<'post', 'projects/{projectId}/autopilots/'>) =>
    post('projects/{projectId}/autopilots/', { projectId, body }),
};

export const aimCalls = {
  metrics: (projectId: string, featureName: string) =>
    get('projects/{projectId}/features/metrics/', { projectId, featureName }),
  detect: (projectId: string, datetimePartitionColumn: string, ids?: readonly string[]) =>
    post('projects/{projectId}/multiseriesProperties/', {
      projectId,
      body: { datetimePartitionColumn, ...(ids && ids.length > 0 ? { multiseriesIdColumns: ids } : {}) },
    }),
  detection: (projectId: string, featureName: string) =>
    get('projects/{projectId}/features/{featureName}/multiseriesProperties/', { projectId, featureName }),
  preview: (projectId: string, body: PartitioningOptions) =>
    post('projects/{projectId}/datetimePartitioning/', { projectId, body }),
  partitioning: (projectId: string) => get('projects/{projectId}/datetimePartitioning/', { projectId }),
  seriesNames: (projectId: string) => get('projects/{projectId}/multiseriesNames/', { projectId, limit: 10_000 }),
  start: (projectId: string, body: Aim) => patch('projects/{projectId}/aim/', { projectId, body }),
};

export const projectFeatureCalls = {
  list: (projectId: string) => get('projects/{projectId}/features/', { projectId }),
  histogram: (projectId: string, featureName: string) =>
    get('projects/{projectId}/featureHistograms/{featureName}/', { projectId, featureName }),
  lists: (projectId: string) => get('projects/{projectId}/featurelists/', { projectId }),
  modelingLists: (projectId: string) => get('projects/{projectId}/modelingFeaturelists/', { projectId, limit: 1000 }),
  createList: (projectId: string, body: { name: string; features: readonly string[] }) =>
    post('projects/{projectId}/featurelists/', { projectId, body }),
  removeList: (projectId: string, featurelistId: string) =>
    remove('projects/{projectId}/featurelists/{featurelistId}/', { projectId, featurelistId }),
};

export const projectJobCalls = {
  list: (projectId: string, status?: 'error') => get('projects/{projectId}/jobs/', { projectId, status }),
  models: (projectId: string) => get('projects/{projectId}/modelJobs/', { projectId }),
  cancel: (projectId: string, jobId: string) => remove('projects/{projectId}/jobs/{jobId}/', { projectId, jobId }),
};

/** Data for predictions belongs to the project: every model of it may predict it. */
export const modelPredictionCalls = {
  upload: (projectId: string, fileName: string) =>
    withFile(post('projects/{projectId}/predictionDatasets/fileUploads/', { projectId }), fileName),
  datasets: (projectId: string) => get('projects/{projectId}/predictionDatasets/', { projectId, limit: 0 }),
  request: (projectId: string, body: BodyOf<'post', 'projects/{projectId}/predictions/'>) =>
    post('projects/{projectId}/predictions/', { projectId, body }),
  list: (projectId: string, modelId: string) => get('projects/{projectId}/predictions/', { projectId, modelId }),
  one: (projectId: string, predictionId: string) =>
    get('projects/{projectId}/predictions/{predictionId}/', { projectId, predictionId }) as ApiCall<Predicted>,
};
export type PredictionDataset = ItemOf<'projects/{projectId}/predictionDatasets/'>;
export type StoredPredictions = ItemOf<'projects/{projectId}/predictions/'>;
/** The route replies JSON or CSV, so its schema is open. */
export interface Predicted {
  readonly predictions: readonly {
    readonly rowId: number;
    readonly prediction: number | string;
    readonly positiveProbability?: number | null;
    readonly timestamp?: string | null;
    readonly seriesId?: string | null;
    readonly forecastDistance?: number | null;
    readonly predictionIntervalLowerBound?: number | null;
    readonly predictionIntervalUpperBound?: number | null;
  }[];
}

export const projectKeys = {
  all: ['projects'],
  one: (id: string) => ['projects', id],
} as const;

const OFTEN_MS = 2_000;
const JOBS_MS = 1_500;
const isMoving = ({ stage }: Pick<Project, 'stage'>) => stage === 'eda' || stage === 'eda2';

export const projectQueries = {
  list: () => callQuery(projectCalls.list(), { poll: (projects) => (projects?.some(isMoving) ? OFTEN_MS : false) }),
  one: (id: string) =>
    callQuery(projectCalls.one(id), { poll: (project) => (project && isMoving(project) ? OFTEN_MS : false) }),
  status: (id: string) =>
    callQuery(projectCalls.status(id), { poll: (status) => (status?.autopilotDone === false ? OFTEN_MS : false) }),
  /** Which metrics fit a target never changes. */
  metrics: (id: string, name: string) => callQuery(aimCalls.metrics(id, name), { staleTime: Number.POSITIVE_INFINITY }),
  preview: (id: string, options: PartitioningOptions) => callQuery(aimCalls.preview(id, options), { retry: false }),
  jobs: (id: string) => callQuery(projectJobCalls.list(id), { poll: () => JOBS_MS }),
  /** What is being trained; asked again for as long as the autopilot may add more. */
  modelJobs: (id: string, going: boolean) =>
    callQuery(projectJobCalls.models(id), { poll: (jobs) => (going || (jobs?.length ?? 0) > 0 ? JOBS_MS : false) }),
};
