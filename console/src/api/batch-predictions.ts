import { type BodyOf, get, type ItemOf, patch, post, put, remove, type Window, withFile } from './call.ts';

export type BatchJob = ItemOf<'batchPredictions/'>;
/** Where rows come from, or results go: a file, a dataset, a URL, an object store, a table. */
export interface BatchPlace {
  readonly type: string;
  readonly datasetId?: string;
  readonly url?: string;
}
type NewBatch = BodyOf<'post', 'batchPredictions/'>;
export type BatchDefinition = ItemOf<'batchPredictionJobDefinitions/'>;
type DefinitionBody = BodyOf<'post', 'batchPredictionJobDefinitions/'>;
/** Which fields a place takes depends on its type; the server checks it. */
export type NewDefinition = Omit<DefinitionBody, 'intakeSettings' | 'outputSettings'> & {
  readonly intakeSettings: BatchPlace;
  readonly outputSettings: BatchPlace;
};
type DefinitionChange = BodyOf<'patch', 'batchPredictionJobDefinitions/{jobDefinitionId}/'>;

export const batchJobCalls = {
  list: (window: Window, batchPredictionJobDefinitionId?: string) =>
    get('batchPredictions/', { ...window, batchPredictionJobDefinitionId }),
  create: (batch: Pick<NewBatch, 'deploymentId' | 'maxExplanations' | 'passthroughColumnsSet'>) =>
    post('batchPredictions/', {
      body: { ...batch, intakeSettings: { type: 'localFile' }, outputSettings: { type: 'localFile' } },
    }),
  upload: (predictionJobId: string, fileName: string) =>
    withFile(put('batchPredictions/{predictionJobId}/csvUpload/', { predictionJobId }), fileName, true),
  abort: (predictionJobId: string) =>
    patch('batchPredictions/{predictionJobId}/', { predictionJobId, body: { status: 'ABORTED' } }),
};

export const definitionCalls = {
  list: (window: Window, searchName?: string) =>
    get('batchPredictionJobDefinitions/', { ...window, searchName: searchName || undefined }),
  get: (jobDefinitionId: string) => get('batchPredictionJobDefinitions/{jobDefinitionId}/', { jobDefinitionId }),
  create: (body: NewDefinition) => post('batchPredictionJobDefinitions/', { body: body as DefinitionBody }),
  change: (jobDefinitionId: string, body: Partial<NewDefinition>) =>
    patch('batchPredictionJobDefinitions/{jobDefinitionId}/', { jobDefinitionId, body: body as DefinitionChange }),
  remove: (jobDefinitionId: string) => remove('batchPredictionJobDefinitions/{jobDefinitionId}/', { jobDefinitionId }),
  run: (jobDefinitionId: string) => post('batchPredictions/fromJobDefinition/', { body: { jobDefinitionId } }),
};

export const batchJobsKey: readonly string[] = ['batchPredictions'];
export const definitionsKey: readonly string[] = ['batchPredictionJobDefinitions'];

const runs = (status: string | null): boolean => status === 'RUNNING' || status === 'INITIALIZING';
const BUSY_MS = 1_500;

type Listed<Item> = { readonly data: readonly Item[] } | undefined;

/** When to ask for a page of jobs again, or of definitions. */
export const pollJobs = (page: Listed<BatchJob>) => (page?.data.some(({ status }) => runs(status)) ? BUSY_MS : false);
export const pollDefinitions = (page: Listed<BatchDefinition>) =>
  page?.data.some(({ lastStartedJobStatus }) => runs(lastStartedJobStatus)) ? BUSY_MS : false;
