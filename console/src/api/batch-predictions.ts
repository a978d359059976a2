import { type ApiCall, get, patch, post } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

/** Where rows come from, or results go: a file, a dataset, an address, an object store, a table. */
export interface BatchPlace {
  readonly type: string;
  readonly datasetId?: string;
  readonly url?: string;
}

export interface BatchSpec {
  readonly deploymentId?: string;
  readonly intakeSettings: BatchPlace;
  readonly outputSettings: BatchPlace;
  readonly passthroughColumnsSet?: 'all';
}

export interface BatchJob {
  readonly id: string;
  readonly status: 'INITIALIZING' | 'RUNNING' | 'COMPLETED' | 'ABORTED' | 'FAILED';
  readonly statusDetails: string;
  /** Why the quota of the deployment holds it up, and until when at most. */
  readonly quotaWait: { readonly reason: string; readonly until: string } | null;
  readonly percentageCompleted: number;
  readonly elapsedTimeSec: number;
  readonly scoredRows: number;
  readonly failedRows: number;
  readonly created: string;
  readonly createdBy: { readonly username: string };
  readonly resultsDeleted: boolean;
  readonly links: { readonly download?: string };
  readonly jobSpec: BatchSpec;
  readonly batchPredictionJobDefinition: { readonly id: string; readonly name: string } | null;
}

export interface NewBatch {
  readonly deploymentId: string;
  readonly maxExplanations: number;
  readonly passthroughColumnsSet?: 'all';
}

const one = (id: string): string => `batchPredictions/${encodeURIComponent(id)}/`;

export const batchJobCalls = {
  list: (window: Window, definitionId?: string): ApiCall<Page<BatchJob>> =>
    get('batchPredictions/', {
      ...window,
      ...(definitionId ? { batchPredictionJobDefinitionId: definitionId } : {}),
    }),
  create: (batch: NewBatch): ApiCall<BatchJob> =>
    post('batchPredictions/', {
      ...batch,
      intakeSettings: { type: 'localFile' },
      outputSettings: { type: 'localFile' },
    }),
  upload: (id: string, name: string): ApiCall<unknown> => ({
    method: 'PUT',
    path: `${one(id)}csvUpload/`,
    file: { name, raw: true },
  }),
  abort: (id: string): ApiCall<unknown> => patch(one(id), { status: 'ABORTED' }),
};

export const batchJobsKey: readonly string[] = ['batchPredictions'];
const runs = ({ status }: BatchJob): boolean => status === 'RUNNING' || status === 'INITIALIZING';
const BUSY_MS = 1_500;

export const batchJobsQuery = (window: Window, definitionId?: string) => ({
  ...ask([...batchJobsKey, String(window.offset), definitionId ?? ''], batchJobCalls.list(window, definitionId)),
  refetchInterval: (query: { state: { data?: Page<BatchJob> | undefined } }) =>
    query.state.data?.data.some(runs) ? BUSY_MS : (false as const),
});
