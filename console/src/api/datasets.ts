import { type ApiCall, get, patch, post, postFile, remove } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

export type Category = 'TRAINING' | 'PREDICTION' | 'SAMPLE';

/** A dataset in a list, or one of its versions. */
export interface DatasetItem {
  readonly datasetId: string;
  readonly versionId: string;
  readonly name: string;
  readonly categories: readonly Category[];
  readonly creationDate: string;
  readonly createdBy: string;
  readonly isLatestVersion: boolean;
  readonly processingState: 'RUNNING' | 'COMPLETED' | 'ERROR';
  readonly datasetSize: number | null;
  readonly rowCount: number | null;
}

export interface Dataset extends DatasetItem {
  readonly dataSourceType: string;
  readonly recipeId: string | null;
  readonly error: string;
  readonly lastModificationDate: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly featureCount: number;
  readonly featureCountByType: readonly { readonly count: number; readonly featureType: string }[];
  readonly entityCountByType: { readonly numProjects: number };
}

/** What beginning to read a file answers. */
export interface BegunDataset {
  readonly catalogId: string;
  readonly catalogVersionId: string;
  readonly statusId: string;
}

interface DatasetText {
  readonly name?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

export const datasetPath = (id: string): string => `datasets/${segment(id)}/`;

/** The latest version, or the one that is named. */
export const versionPath = (id: string, versionId?: string): string =>
  versionId === undefined ? datasetPath(id) : `${datasetPath(id)}versions/${segment(versionId)}/`;

export const datasetCalls = {
  list: (window: Window, searchFor?: string): ApiCall<Page<DatasetItem>> =>
    get('datasets/', { ...window, ...(searchFor ? { searchFor } : {}) }),
  one: (id: string, versionId?: string): ApiCall<Dataset> => get(versionPath(id, versionId)),
  versions: (id: string): ApiCall<Page<DatasetItem>> => get(`${datasetPath(id)}versions/`, { limit: 1000 }),
  projects: (id: string): ApiCall<Page<{ readonly id: string; readonly url: string }>> =>
    get(`${datasetPath(id)}projects/`, { limit: 1000 }),
  /** Names of the projects that use it; the list above has their ids only. */
  projectNames: (ids: readonly string[]): ApiCall<readonly { readonly id: string; readonly projectName: string }[]> =>
    get('projects/', { projectId: JSON.stringify(ids) }),
  upload: (fileName: string): ApiCall<BegunDataset> => postFile('datasets/fromFile/', fileName),
  uploadVersion: (id: string, fileName: string): ApiCall<BegunDataset> =>
    postFile(`${datasetPath(id)}versions/fromFile/`, fileName),
  fromUrl: (url: string): ApiCall<BegunDataset> => post('datasets/fromURL/', { url }),
  categorize: (id: string, categories: readonly Category[]): ApiCall<Dataset> => patch(datasetPath(id), { categories }),
  describe: (id: string, text: DatasetText): ApiCall<unknown> => patch(`catalogItems/${segment(id)}/`, { ...text }),
  remove: (id: string): ApiCall<void> => remove(datasetPath(id)),
  removeVersion: (id: string, versionId: string): ApiCall<void> => remove(versionPath(id, versionId)),
  file: (id: string, versionId?: string): ApiCall<Blob> => get(`${versionPath(id, versionId)}file/`),
};

const OFTEN_MS = 1500;

export const datasetKeys = {
  all: ['datasets'],
  lists: ['datasets', 'list'],
  one: (id: string) => ['datasets', 'one', id],
} as const;

/** What is being read changes by itself. */
const whileReading = (states: readonly DatasetItem['processingState'][] | undefined) =>
  states?.includes('RUNNING') ? OFTEN_MS : (false as const);

export const datasetQueries = {
  list: (window: Window, searchFor = '') => ({
    ...ask([...datasetKeys.lists, String(window.offset), searchFor], datasetCalls.list(window, searchFor)),
    refetchInterval: ({ state }: { state: { data?: Page<DatasetItem> | undefined } }) =>
      whileReading(state.data?.data.map(({ processingState }) => processingState)),
  }),
  one: (id: string, versionId?: string) => ({
    ...ask([...datasetKeys.one(id), 'record', versionId ?? ''], datasetCalls.one(id, versionId)),
    refetchInterval: ({ state }: { state: { data?: Dataset | undefined } }) =>
      whileReading(state.data && [state.data.processingState]),
  }),
  versions: (id: string) => ask([...datasetKeys.one(id), 'versions'], datasetCalls.versions(id)),
  projects: (id: string) => ask([...datasetKeys.one(id), 'projects'], datasetCalls.projects(id)),
  projectNames: (id: string, ids: readonly string[]) =>
    ask([...datasetKeys.one(id), 'projectNames', ...ids], datasetCalls.projectNames(ids)),
};
