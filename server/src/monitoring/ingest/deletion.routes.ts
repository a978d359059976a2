import { route } from '#platform/http/route.ts';
import { deleteData } from './deletion.job.ts';
import { Begun, Deletion } from './deletion.schema.ts';

export const deletionRoutes = [
  route({
    access: 'account',
    part: 'monitoring',
    history: { added: 'v2.27' },
    method: 'POST',
    path: '/api/v2/deployments/{deploymentId}/monitoringDataDeletions/',
    operation: 'deleteMonitoringData',
    summary: 'Delete what is known of the predictions of a model, all or of a period',
    body: Deletion,
    replies: { 202: Begun },
    handle: (ctx, { params, body }) => deleteData(ctx, params.deploymentId, body),
  }),
];
