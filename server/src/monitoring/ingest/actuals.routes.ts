import { route } from '#platform/http/route.ts';
import { ActualsFromDataset, ActualsFromJson, Begun, MOST_ACTUALS } from './actuals.schema.ts';
import { takeActuals, takeActualsDataset } from './submit-actuals.ts';

const common = { method: 'POST', part: 'monitoring', history: { added: 'v2.18' } } as const;

export const actualsRoutes = [
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/actuals/fromJSON/',
    operation: 'submitActuals',
    summary: 'Say what really happened, by association id',
    body: ActualsFromJson,
    insteadOfMore: `Send at most ${MOST_ACTUALS} actuals in a request, or a dataset with POST actuals/fromDataset/.`,
    replies: { 202: Begun },
    handle: (ctx, { params, body }) => takeActuals(ctx, params.deploymentId, body),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/actuals/fromDataset/',
    operation: 'submitActualsFromDataset',
    summary: 'Say what really happened, with a dataset',
    body: ActualsFromDataset,
    replies: { 202: Begun },
    handle: (ctx, { params, body }) => takeActualsDataset(ctx, params.deploymentId, body),
  }),
];
