import { queryOptions } from '@tanstack/react-query';
import { type ApiCall, get, remove } from './call.ts';
import { modelsKey } from './models.ts';
import { projectKeys, projectPath } from './projects.ts';
import { ask } from './queries.ts';

const segment = encodeURIComponent;

type State = 'queue' | 'inprogress' | 'error' | 'ABORTED' | 'COMPLETED';

export interface ProjectJob {
  readonly id: string;
  readonly status: State;
  readonly jobType: string;
  readonly modelId: string | null;
  readonly message: string | null;
}

export interface ModelJob {
  readonly id: string;
  readonly status: State;
  readonly modelType: string;
  readonly processes: readonly string[];
  readonly samplePct: number | null;
  readonly blueprintId: string;
  readonly modelId: string | null;
}

export const projectJobCalls = {
  list: (projectId: string, status?: 'error'): ApiCall<{ readonly jobs: readonly ProjectJob[] }> =>
    get(`${projectPath(projectId)}jobs/`, status ? { status } : undefined),
  models: (projectId: string): ApiCall<readonly ModelJob[]> => get(`${projectPath(projectId)}modelJobs/`),
  cancel: (projectId: string, id: string): ApiCall<void> => remove(`${projectPath(projectId)}jobs/${segment(id)}/`),
};

const OFTEN_MS = 1_500;

export const projectJobQueries = {
  list: (id: string) => ({
    ...ask([...projectKeys.one(id), 'jobs'], projectJobCalls.list(id)),
    refetchInterval: OFTEN_MS,
  }),
  failed: (id: string) => ask([...projectKeys.one(id), 'jobs', 'error'], projectJobCalls.list(id, 'error')),
  /** What is being trained; asked again for as long as the autopilot may add more. */
  models: (id: string, going: boolean) =>
    queryOptions({
      ...ask([...modelsKey(id), 'jobs'], projectJobCalls.models(id)),
      refetchInterval: ({ state }) => (going || (state.data?.length ?? 0) > 0 ? OFTEN_MS : (false as const)),
    }),
};
