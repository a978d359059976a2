import { type ApiCall, get, post, remove } from './call.ts';
import type { PlotBin } from './features.ts';
import { projectKeys, projectPath } from './projects.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

type Statistic = number | string | null;

/** A column of the data. */
export interface ProjectFeature {
  readonly name: string;
  readonly featureType: string;
  /** How much of the target it explains alone; known once there is one. */
  readonly importance: number | null;
  readonly lowInformation: boolean;
  readonly uniqueCount: number;
  readonly naCount: number;
  readonly min: Statistic;
  readonly max: Statistic;
  readonly mean: Statistic;
  readonly median: Statistic;
  readonly stdDev: Statistic;
  readonly timeSeriesEligible: boolean;
  readonly timeSeriesEligibilityReason: string;
  readonly timeStep: number | null;
  readonly timeUnit: string | null;
}

export interface ProjectList {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly features: readonly string[];
  readonly created: string;
  readonly isUserCreated: boolean;
  readonly numModels: number;
}

export const projectFeatureCalls = {
  list: (projectId: string): ApiCall<readonly ProjectFeature[]> => get(`${projectPath(projectId)}features/`),
  histogram: (projectId: string, name: string): ApiCall<{ readonly plot: readonly PlotBin[] }> =>
    get(`${projectPath(projectId)}featureHistograms/${segment(name)}/`),
  lists: (projectId: string): ApiCall<readonly ProjectList[]> => get(`${projectPath(projectId)}featurelists/`),
  modelingLists: (projectId: string): ApiCall<Page<ProjectList>> =>
    get(`${projectPath(projectId)}modelingFeaturelists/`, { limit: 1000 }),
  createList: (projectId: string, list: { name: string; features: readonly string[] }): ApiCall<ProjectList> =>
    post(`${projectPath(projectId)}featurelists/`, list),
  removeList: (projectId: string, id: string): ApiCall<unknown> =>
    remove(`${projectPath(projectId)}featurelists/${segment(id)}/`),
};

const key = (id: string, ...more: readonly string[]) => [...projectKeys.one(id), ...more];

export const projectFeatureQueries = {
  list: (id: string) => ask(key(id, 'features'), projectFeatureCalls.list(id)),
  histogram: (id: string, name: string) => ask(key(id, 'histogram', name), projectFeatureCalls.histogram(id, name)),
  lists: (id: string) => ask(key(id, 'lists'), projectFeatureCalls.lists(id)),
  modelingLists: (id: string) => ask(key(id, 'lists', 'modeling'), projectFeatureCalls.modelingLists(id)),
};
