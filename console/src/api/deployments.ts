import { type BodyOf, get, type ItemOf, patch, post, type QueryOf, type ReplyOf, remove, withFile } from './call.ts';
import { callQuery } from './call-query.ts';

export type Deployment = ReplyOf<'get', 'deployments/{deploymentId}/'>;
export type HealthStatus = Deployment['serviceHealth'];
export type Health = HealthStatus['status'];
export type Importance = NonNullable<Deployment['importance']>;
export type DeploymentFilter = QueryOf<'deployments/'>;
export type Feature = ItemOf<'deployments/{deploymentId}/features/'>;
export type PredictionAnswer = ReplyOf<'post', 'deployments/{deploymentId}/predictions'>;
export type PredictionRow = PredictionAnswer['data'][number];
export type InputRow = Readonly<Record<string, string | number | boolean | null>>;

const withExplanations = (explanations: number) => (explanations > 0 ? { maxExplanations: String(explanations) } : {});

export const deploymentCalls = {
  list: (filter: DeploymentFilter) => get('deployments/', filter),
  get: (deploymentId: string) => get('deployments/{deploymentId}/', { deploymentId }),
  change: (deploymentId: string, body: BodyOf<'patch', 'deployments/{deploymentId}/'>) =>
    patch('deployments/{deploymentId}/', { deploymentId, body }),
  setStatus: (deploymentId: string, status: 'active' | 'inactive') =>
    patch('deployments/{deploymentId}/status/', { deploymentId, body: { status } }),
  remove: (deploymentId: string) => remove('deployments/{deploymentId}/', { deploymentId }),
  history: (deploymentId: string) => get('deployments/{deploymentId}/modelHistory/', { deploymentId, limit: 100 }),
  features: (deploymentId: string) => get('deployments/{deploymentId}/features/', { deploymentId, limit: 0 }),
  allFeatures: (deploymentId: string) =>
    get('deployments/{deploymentId}/features/', { deploymentId, limit: 0, includeNonPredictionFeatures: true }),
  versions: (compatibleWithModelPackageId: string) =>
    get('modelPackages/', { limit: 100, compatibleWithModelPackageId, sortKey: 'createdAt', sortDirection: 'desc' }),
  validate: (deploymentId: string, modelPackageId: string) =>
    post('deployments/{deploymentId}/model/validation/', { deploymentId, body: { modelPackageId } }),
  replace: (deploymentId: string, body: BodyOf<'patch', 'deployments/{deploymentId}/model/'>) =>
    patch('deployments/{deploymentId}/model/', { deploymentId, body }),
  segmentValues: (deploymentId: string, segmentAttribute: string) =>
    get('deployments/{deploymentId}/segmentValues/', { deploymentId, segmentAttribute, limit: 100 }),
  predictRows: (deploymentId: string, body: readonly InputRow[], explanations: number) =>
    post('deployments/{deploymentId}/predictions', { deploymentId, body, ...withExplanations(explanations) }),
  predictFile: (deploymentId: string, fileName: string, explanations: number) =>
    withFile(
      post('deployments/{deploymentId}/predictions', { deploymentId, ...withExplanations(explanations) }),
      fileName,
      true,
    ),
  predictionServers: () => get('predictionServers/'),
};

/** Everything cached of one deployment begins with this. */
export const deploymentKey = (id: string): readonly string[] => ['deployments', id];
export const deploymentsKey: readonly string[] = ['deployments'];

const changing: readonly string[] = ['launching', 'stopping', 'replacingModel'];
const BUSY_MS = 1_500;

export const deploymentQueries = {
  get: (id: string) =>
    callQuery(deploymentCalls.get(id), {
      poll: (deployment) => (changing.includes(deployment?.status ?? '') ? BUSY_MS : false),
    }),
};
