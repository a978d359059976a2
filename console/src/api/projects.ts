import { type ApiCall, get, patch, post, remove } from './call.ts';
import { ask } from './queries.ts';

const segment = encodeURIComponent;

export interface Partition {
  readonly cvMethod: 'random' | 'stratified' | 'user' | 'group' | 'datetime' | null;
  readonly validationType: 'CV' | 'TVH' | null;
  readonly validationPct: number | null;
  readonly holdoutPct: number | null;
  readonly reps: number | null;
  readonly datetimePartitionColumn: string | null;
  readonly useTimeSeries: boolean;
  readonly calendarId: string | null;
}

export interface Project {
  readonly id: string;
  readonly projectName: string;
  readonly projectDescription: string | null;
  readonly fileName: string;
  /** Reading the data, waiting for a target, preparing, training. */
  readonly stage: 'eda' | 'aim' | 'eda2' | 'modeling';
  readonly autopilotMode: number | null;
  readonly created: string;
  readonly target: string | null;
  readonly targetType: string | null;
  readonly metric: string | null;
  readonly partition: Partition;
  readonly advancedOptions: Readonly<Record<string, unknown>>;
  readonly positiveClass: string | number | boolean | null;
  readonly holdoutUnlocked: boolean;
  readonly unsupervisedMode: boolean;
  readonly catalogId: string | null;
  readonly catalogVersionId: string | null;
  readonly workerCount: number;
}

interface ProjectStatus {
  readonly autopilotDone: boolean;
  readonly stage: Project['stage'];
  readonly stageDescription: string;
}

export interface ProjectChange {
  readonly projectName?: string;
  readonly projectDescription?: string | null;
  readonly workerCount?: number;
  readonly holdoutUnlocked?: true;
}

export const projectPath = (id: string): string => `projects/${segment(id)}/`;

export const projectCalls = {
  list: (): ApiCall<readonly Project[]> => get('projects/'),
  one: (id: string): ApiCall<Project> => get(projectPath(id)),
  status: (id: string): ApiCall<ProjectStatus> => get(`${projectPath(id)}status/`),
  fromDataset: (datasetId: string, projectName: string): ApiCall<{ readonly pid: string }> =>
    post('projects/', { datasetId, projectName }),
  change: (id: string, change: ProjectChange): ApiCall<Project> => patch(projectPath(id), { ...change }),
  remove: (id: string): ApiCall<void> => remove(projectPath(id)),
  pause: (id: string, command: 'start' | 'stop'): ApiCall<unknown> => post(`${projectPath(id)}autopilot/`, { command }),
  runAgain: (id: string, run: { featurelistId: string; mode: string }): ApiCall<unknown> =>
    post(`${projectPath(id)}autopilots/`, run),
};

export const projectKeys = {
  all: ['projects'],
  list: ['projects', 'list'],
  one: (id: string) => ['projects', 'one', id],
} as const;

const OFTEN_MS = 2_000;
const isMoving = ({ stage }: Project) => stage === 'eda' || stage === 'eda2';

export const projectQueries = {
  list: () => ({
    ...ask(projectKeys.list, projectCalls.list()),
    refetchInterval: ({ state }: { state: { data?: readonly Project[] | undefined } }) =>
      state.data?.some(isMoving) ? OFTEN_MS : (false as const),
  }),
  one: (id: string) => ({
    ...ask([...projectKeys.one(id), 'record'], projectCalls.one(id)),
    refetchInterval: ({ state }: { state: { data?: Project | undefined } }) =>
      state.data && isMoving(state.data) ? OFTEN_MS : (false as const),
  }),
  status: (id: string) => ({
    ...ask([...projectKeys.one(id), 'status'], projectCalls.status(id)),
    refetchInterval: ({ state }: { state: { data?: ProjectStatus | undefined } }) =>
      state.data?.autopilotDone === false ? OFTEN_MS : (false as const),
  }),
};
