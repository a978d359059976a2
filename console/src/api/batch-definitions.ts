import type { BatchJob, BatchSpec } from './batch-predictions.ts';
import { type ApiCall, get, patch, post, remove } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Schedule } from './schedule.ts';
import type { Page } from './types.ts';

export interface BatchDefinition {
  readonly id: string;
  readonly name: string;
  /** Whether it runs by its schedule. */
  readonly enabled: boolean;
  readonly schedule: Schedule | null;
  readonly createdBy: { readonly username: string };
  readonly nextScheduledRunTime: string | null;
  readonly lastStartedJobStatus: BatchJob['status'] | null;
  readonly lastStartedJobTime: string | null;
  readonly batchPredictionJob: BatchSpec;
}

export interface DefinitionWish {
  readonly name: string;
  readonly enabled: boolean;
  readonly schedule: Schedule | null;
  readonly deploymentId: string;
  readonly intakeSettings: BatchSpec['intakeSettings'];
  readonly outputSettings: BatchSpec['outputSettings'];
  /** Null returns the answers alone. */
  readonly passthroughColumnsSet: 'all' | null;
}

const ALL = 'batchPredictionJobDefinitions/';
const one = (id: string): string => `${ALL}${encodeURIComponent(id)}/`;

export const definitionCalls = {
  list: (window: Window, searchName?: string): ApiCall<Page<BatchDefinition>> =>
    get(ALL, { ...window, ...(searchName ? { searchName } : {}) }),
  get: (id: string): ApiCall<BatchDefinition> => get(one(id)),
  create: (wish: DefinitionWish): ApiCall<BatchDefinition> => post(ALL, { ...wish }),
  change: (id: string, wish: Partial<DefinitionWish>): ApiCall<BatchDefinition> => patch(one(id), { ...wish }),
  remove: (id: string): ApiCall<void> => remove(one(id)),
  run: (jobDefinitionId: string): ApiCall<BatchJob> => post('batchPredictions/fromJobDefinition/', { jobDefinitionId }),
};

const BUSY_MS = 1_500;
const runs = ({ lastStartedJobStatus: last }: BatchDefinition): boolean =>
  last === 'RUNNING' || last === 'INITIALIZING';

export const definitionsKey: readonly string[] = ['batchDefinitions'];

export const definitionQueries = {
  list: (window: Window, search: string) => ({
    ...ask([...definitionsKey, 'list', String(window.offset), search], definitionCalls.list(window, search)),
    refetchInterval: ({ state }: { state: { data?: Page<BatchDefinition> | undefined } }) =>
      state.data?.data.some(runs) ? BUSY_MS : (false as const),
  }),
  get: (id: string) => ask([...definitionsKey, 'one', id], definitionCalls.get(id)),
};
