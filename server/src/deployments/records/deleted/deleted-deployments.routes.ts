import { type RouteRecord, route } from '#platform/http/route.ts';
import { Begun, DeletedPage, DeletedQuery, Erasure } from './deleted-deployments.schema.ts';
import { eraseDeleted, listDeleted } from './deleted-deployments.ts';

const PATH = '/api/v2/deletedDeployments/';
const shared = { part: 'deployments', history: { added: 'v2.27' } } as const;

export const deletedDeploymentRoutes: readonly RouteRecord[] = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: PATH,
    operation: 'listDeletedDeployments',
    summary: 'Deployments that were deleted and not erased yet',
    query: DeletedQuery,
    replies: { 200: DeletedPage },
    handle: (ctx, { url, query }) => listDeleted(ctx, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: PATH,
    operation: 'eraseDeletedDeployments',
    summary: 'Erase deleted deployments for good',
    body: Erasure,
    replies: { 202: Begun },
    handle: (ctx, { body }) => eraseDeleted(ctx, body),
  }),
];
