import { type ApiCall, get, patch, post, remove } from './call.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

interface Person {
  readonly id: string;
  readonly name: string | null;
}

export interface RegisteredModel {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly createdBy: Person;
  readonly modifiedAt: string;
  readonly target: { readonly name: string | null; readonly type: string };
  readonly lastVersionNum: number;
  readonly isGlobal: boolean;
}

/** A version, which clients also call a model package. */
export interface ModelVersion {
  readonly id: string;
  readonly registeredModelId: string;
  readonly registeredModelVersion: number;
  readonly name: string;
  readonly modelId: string;
  readonly modelExecutionType: 'dedicated' | 'external';
  readonly sourceMeta: { readonly projectId: string | null; readonly projectName: string | null };
  readonly modelDescription: { readonly modelName: string | null };
  readonly target: { readonly name: string | null; readonly type: string };
  readonly activeDeploymentCount: number;
  readonly buildStatus: 'inProgress' | 'complete' | 'failed';
  readonly buildError: string | null;
  readonly createdAt: string;
  readonly createdBy: Person;
}

interface AssociatedDeployment {
  readonly id: string;
  readonly label: string;
  readonly status: string;
  readonly currentlyDeployed: boolean;
  readonly isChallenger: boolean;
  readonly registeredModelVersion: number;
  readonly firstDeployedAt: string;
}

export interface NewVersion {
  readonly modelId: string;
  readonly registeredModelId?: string;
  readonly registeredModelName?: string;
}

export interface NewDeployment {
  readonly modelPackageId: string;
  readonly label: string;
  readonly description?: string;
  readonly importance?: string;
}

export const registeredModelPath = (id: string): string => `registeredModels/${segment(id)}/`;

export const registryCalls = {
  list: (): ApiCall<Page<RegisteredModel>> => get('registeredModels/', { limit: 0 }),
  one: (id: string): ApiCall<RegisteredModel> => get(registeredModelPath(id)),
  change: (id: string, change: { name?: string; description?: string; isGlobal?: boolean }): ApiCall<RegisteredModel> =>
    patch(registeredModelPath(id), change),
  remove: (id: string): ApiCall<void> => remove(registeredModelPath(id)),
  versions: (id: string): ApiCall<Page<ModelVersion>> => get(`${registeredModelPath(id)}versions/`, { limit: 0 }),
  deployments: (id: string): ApiCall<Page<AssociatedDeployment>> =>
    get(`${registeredModelPath(id)}deployments/`, { limit: 0 }),
  version: (id: string): ApiCall<ModelVersion> => get(`modelPackages/${segment(id)}/`),
  register: (version: NewVersion): ApiCall<ModelVersion> => post('modelPackages/fromLeaderboard/', { ...version }),
  deploy: (deployment: NewDeployment): ApiCall<{ readonly id: string; readonly statusId: string }> =>
    post('deployments/fromModelPackage/', { ...deployment }),
};

export const registryKeys = { all: ['registry'], one: (id: string) => ['registry', 'one', id] } as const;

const OFTEN_MS = 1_000;
const isBuilding = ({ buildStatus }: ModelVersion) => buildStatus === 'inProgress';

export const registryQueries = {
  list: () => ask([...registryKeys.all, 'list'], registryCalls.list()),
  one: (id: string) => ask([...registryKeys.one(id), 'record'], registryCalls.one(id)),
  versions: (id: string) => ({
    ...ask([...registryKeys.one(id), 'versions'], registryCalls.versions(id)),
    refetchInterval: ({ state }: { state: { data?: Page<ModelVersion> | undefined } }) =>
      state.data?.data.some(isBuilding) ? OFTEN_MS : (false as const),
  }),
  version: (id: string) => ({
    ...ask([...registryKeys.all, 'version', id], registryCalls.version(id)),
    refetchInterval: ({ state }: { state: { data?: ModelVersion | undefined } }) =>
      state.data && isBuilding(state.data) ? OFTEN_MS : (false as const),
  }),
  deployments: (id: string) => ask([...registryKeys.one(id), 'deployments'], registryCalls.deployments(id)),
};
