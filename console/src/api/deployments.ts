import { type ApiCall, get, patch, post, remove } from './call.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

export type Health = 'passing' | 'warning' | 'failing' | 'unknown' | 'unavailable';
export type Importance = 'CRITICAL' | 'HIGH' | 'MODERATE' | 'LOW';

export interface HealthLamp {
  readonly status: Health;
  readonly message: string;
}

interface Person {
  readonly id: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface Deployment {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
  readonly status: 'active' | 'inactive' | 'launching' | 'stopping' | 'archived' | 'replacingModel' | 'errored';
  readonly createdAt: string;
  readonly importance: Importance | null;
  readonly permissions: readonly string[];
  readonly model: {
    readonly id: string;
    readonly type: string;
    readonly targetName: string | null;
    readonly targetType: string;
    readonly projectId: string | null;
    readonly projectName: string | null;
    readonly deployedAt: string;
  };
  readonly modelPackage: { readonly id: string; readonly name: string; readonly registeredModelId: string };
  readonly predictionEnvironment: { readonly id: string; readonly name: string; readonly platform: string };
  readonly predictionUsage: { readonly dailyRates: readonly number[]; readonly lastTimestamp: string | null };
  readonly serviceHealth: HealthLamp;
  readonly modelHealth: HealthLamp;
  readonly accuracyHealth: HealthLamp;
  readonly fairnessHealth: HealthLamp;
  readonly customMetricsHealth: HealthLamp;
  readonly predictionsTimelinessHealth: HealthLamp;
  readonly actualsTimelinessHealth: HealthLamp;
  readonly creator: { readonly id: string; readonly name: string | null; readonly email: string | null };
  readonly owners: { readonly count: number; readonly preview: readonly Person[] };
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly tags: readonly { readonly id: string; readonly name: string; readonly value: string }[];
}

export interface DeploymentFilter {
  readonly search?: string;
  readonly serviceHealth?: string;
  readonly modelHealth?: string;
  readonly accuracyHealth?: string;
  readonly importance?: string;
  readonly orderBy?: string;
  readonly offset: number;
  readonly limit: number;
}

export interface PastModel {
  readonly modelId: string;
  readonly modelType: string;
  readonly modelPackageId: string;
  readonly modelPackageName: string;
  readonly isCurrent: boolean;
  readonly deployedAt: string;
  readonly deployedBy: { readonly id: string; readonly username: string | null };
  readonly replacedAt: string | null;
  readonly reason: string | null;
}

export interface Feature {
  readonly name: string;
  readonly featureType: string;
  readonly importance: number | null;
  readonly dateFormat: string | null;
  readonly knownInAdvance: boolean;
  /** Of the date column of a forecasting model: the first date after its data. */
  readonly nextDate: string | null;
}

export interface ModelVersion {
  readonly id: string;
  readonly name: string;
  readonly registeredModelId: string;
  readonly registeredModelVersion: number;
  readonly target: { readonly name: string | null; readonly type: string };
}

export interface Checked {
  readonly status: 'passing' | 'warning' | 'failing';
  readonly message: string;
}
export interface Validation extends Checked {
  readonly checks: Readonly<Record<string, Checked>>;
}

const one = (id: string): string => `deployments/${encodeURIComponent(id)}/`;

export const deploymentCalls = {
  list: ({ search, ...filter }: DeploymentFilter): ApiCall<Page<Deployment>> =>
    get('deployments/', { ...filter, ...(search ? { search } : {}) }),
  get: (id: string): ApiCall<Deployment> => get(one(id)),
  change: (id: string, change: { label?: string; description?: string | null; importance?: Importance | null }) =>
    patch<void>(one(id), change),
  setStatus: (id: string, status: 'active' | 'inactive'): ApiCall<void> => patch(`${one(id)}status/`, { status }),
  remove: (id: string): ApiCall<void> => remove(one(id)),
  history: (id: string): ApiCall<Page<PastModel>> => get(`${one(id)}modelHistory/`, { limit: 100 }),
  features: (id: string): ApiCall<Page<Feature>> => get(`${one(id)}features/`, { limit: 0 }),
  allFeatures: (id: string): ApiCall<Page<Feature>> =>
    get(`${one(id)}features/`, { limit: 0, includeNonPredictionFeatures: true }),
  versions: (compatibleWithModelPackageId: string): ApiCall<Page<ModelVersion>> =>
    get('modelPackages/', { limit: 100, compatibleWithModelPackageId, sortKey: 'createdAt', sortDirection: 'desc' }),
  validate: (id: string, modelPackageId: string): ApiCall<Validation> =>
    post(`${one(id)}model/validation/`, { modelPackageId }),
  replace: (id: string, modelPackageId: string, reason: string): ApiCall<void> =>
    patch(`${one(id)}model/`, { modelPackageId, reason }),
  segmentValues: (id: string, segmentAttribute: string): ApiCall<Page<string>> =>
    get(`${one(id)}segmentValues/`, { segmentAttribute, limit: 100 }),
};

/** Everything kept of one deployment begins with this. */
export const deploymentKey = (id: string): readonly string[] => ['deployments', id];
export const deploymentsKey: readonly string[] = ['deployments'];

const changing = ['launching', 'stopping', 'replacingModel'];
const BUSY_MS = 1_500;

export const deploymentQueries = {
  list: (filter: DeploymentFilter) =>
    ask(['deployments', 'list', JSON.stringify(filter)], deploymentCalls.list(filter)),
  get: (id: string) => ({
    ...ask([...deploymentKey(id), 'record'], deploymentCalls.get(id)),
    refetchInterval: (query: { state: { data?: Deployment | undefined } }) =>
      changing.includes(query.state.data?.status ?? '') ? BUSY_MS : (false as const),
  }),
  history: (id: string) => ask([...deploymentKey(id), 'history'], deploymentCalls.history(id)),
  features: (id: string) => ask([...deploymentKey(id), 'features'], deploymentCalls.features(id)),
  allFeatures: (id: string) => ask([...deploymentKey(id), 'allFeatures'], deploymentCalls.allFeatures(id)),
  versions: (likePackageId: string) => ask(['modelPackages', likePackageId], deploymentCalls.versions(likePackageId)),
  segmentValues: (id: string, attribute: string) =>
    ask([...deploymentKey(id), 'segments', attribute], deploymentCalls.segmentValues(id, attribute)),
};
