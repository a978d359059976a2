import type { World } from './world-types.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values of fields by name, where the smallest one the schema allows is refused. */
export const VALUES: Values = {
  password: 'correct horse battery',
  user: 'ada@example.org',
  name: 'x',
  url: 'https://files.test/a.csv',
  payloadUrl: 'https://hooks.test/a',
  featureName: 'size',
  features: ['size'],
  start: '2026-01-01T00:00:00Z',
  end: '2026-01-02T00:00:00Z',
  timestamp: '2026-01-01T00:00:00Z',
};

const toThem = (own: World) => ({
  operation: 'updateRoles',
  roles: [{ role: 'CONSUMER', shareRecipientType: 'user', id: own.userId }],
});

/** Bodies an owner may send, where what the schema says is not all there is to say. */
export const BODIES: Readonly<Record<string, (own: World) => object>> = {
  addGroupMembers: ({ userId }) => ({ users: [{ userId }] }),
  removeGroupMembers: ({ userId }) => ({ users: [{ userId }] }),
  replaceModel: ({ rivalPackageId }) => ({ modelPackageId: rivalPackageId, reason: 'OTHER' }),
  validateReplacement: ({ rivalPackageId }) => ({ modelPackageId: rivalPackageId }),
  changeRegisteredModel: () => ({ description: 'x' }),
  changeRegisteredModelVersion: () => ({ description: 'x' }),
  changeMonitoringBatch: () => ({ description: 'x' }),
  changeMonitoringBatchModel: () => ({ latestPredictionTimestamp: '2026-01-01T00:00:00Z' }),
  changeCustomMetric: () => ({ units: 'EUR' }),
  changeDatasetSharedRoles: toThem,
  changeDataStoreSharedRoles: toThem,
  changeRecipeSharedRoles: toThem,
  changeProjectSharedRoles: toThem,
  changeUseCaseSharedRoles: toThem,
  changeDeploymentSharedRoles: toThem,
  changePredictionEnvironmentSharedRoles: toThem,
  changeRegisteredModelSharedRoles: toThem,
  changeWorkloadSharedRoles: toThem,
};
