import { type BodyOf, get, type ItemOf, patch, post, type ReplyOf, remove } from './call.ts';
import { callQuery } from './call-query.ts';

export type RegisteredModel = ReplyOf<'get', 'registeredModels/{registeredModelId}/'>;
/** A version, which clients also call a model package. */
export type ModelVersion = ItemOf<'registeredModels/{registeredModelId}/versions/'>;
export type NewVersion = BodyOf<'post', 'modelPackages/fromLeaderboard/'>;
export type NewDeployment = BodyOf<'post', 'deployments/fromModelPackage/'>;

export const registryCalls = {
  list: () => get('registeredModels/', { limit: 0 }),
  one: (registeredModelId: string) => get('registeredModels/{registeredModelId}/', { registeredModelId }),
  change: (registeredModelId: string, body: BodyOf<'patch', 'registeredModels/{registeredModelId}/'>) =>
    patch('registeredModels/{registeredModelId}/', { registeredModelId, body }),
  remove: (registeredModelId: string) => remove('registeredModels/{registeredModelId}/', { registeredModelId }),
  versions: (registeredModelId: string) =>
    get('registeredModels/{registeredModelId}/versions/', { registeredModelId, limit: 0 }),
  deployments: (registeredModelId: string) =>
    get('registeredModels/{registeredModelId}/deployments/', { registeredModelId, limit: 0 }),
  version: (modelPackageId: string) => get('modelPackages/{modelPackageId}/', { modelPackageId }),
  file: (modelPackageId: string) => get('modelPackages/{modelPackageId}/modelPackageFile/', { modelPackageId }),
  /** What ONNX cannot express is refused, with the reason. */
  onnx: (modelPackageId: string) => get('modelPackages/{modelPackageId}/onnx/', { modelPackageId }),
  register: (body: NewVersion) => post('modelPackages/fromLeaderboard/', { body }),
  deploy: (body: NewDeployment) => post('deployments/fromModelPackage/', { body }),
};

export const registryKeys = { all: ['registeredModels'], versions: ['modelPackages'] } as const;

const OFTEN_MS = 1_000;
const isBuilding = ({ buildStatus }: ModelVersion) => buildStatus === 'inProgress';

export const registryQueries = {
  versions: (id: string) =>
    callQuery(registryCalls.versions(id), { poll: (page) => (page?.data.some(isBuilding) ? OFTEN_MS : false) }),
  version: (id: string) =>
    callQuery(registryCalls.version(id), {
      poll: (version) => (version?.buildStatus === 'inProgress' ? OFTEN_MS : false),
    }),
};
