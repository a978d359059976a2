import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import * as schema from './connection.schema.ts';
import * as connections from './connections.ts';
import { ACCESS_SYNC, ACL_CONNECTION, ADMINISTRATORS } from './require-connection.ts';
import { getStatus } from './status.ts';

const route = routeGroup({ part: 'access-sync', added: 'v2.43', permission: ACCESS_SYNC });

export const connectionRoutes = [
  route.get('/api/v2/aclConnections/', 'listAclConnections', {
    summary: 'The connections of your organization to document providers',
    query: schema.ConnectionQuery,
    replies: { 200: pageOf(schema.Connection) },
    handle: (ctx, { url, query }) => connections.listConnections(ctx, url, query),
  }),
  route.post('/api/v2/aclConnections/', 'createAclConnection', {
    access: ADMINISTRATORS,
    summary: 'Connect a document provider, read-only; for administrators',
    body: schema.ConnectionCreate,
    replies: { 201: schema.Connection },
    refusals: { 409: ['access_sync.name_taken'] },
    handle: (ctx, { body }) => connections.createConnection(ctx, body),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/', 'getAclConnection', {
    access: needs(ACL_CONNECTION, 'read', null),
    summary: 'One connection, without its secrets',
    replies: { 200: schema.Connection },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params }) => connections.getConnection(ctx, params.connectionId),
  }),
  route.patch('/api/v2/aclConnections/{connectionId}/', 'changeAclConnection', {
    access: ADMINISTRATORS,
    summary: 'Rename a connection or change its settings; for administrators',
    body: schema.ConnectionChange,
    replies: { 200: schema.Connection },
    refusals: { 404: ['access_sync.no_such_connection'], 409: ['access_sync.name_taken'] },
    handle: (ctx, { params, body }) => connections.changeConnection(ctx, params.connectionId, body),
  }),
  route.delete('/api/v2/aclConnections/{connectionId}/', 'deleteAclConnection', {
    access: ADMINISTRATORS,
    summary: 'Delete a connection and everything mirrored through it; for administrators',
    replies: { 204: null },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params }) => connections.deleteConnection(ctx, params.connectionId),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/preflight/', 'preflightAclConnection', {
    access: ADMINISTRATORS,
    summary: 'Try what the connection needs at the provider and name what is missing; for administrators',
    replies: { 200: schema.Preflight },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params }) => connections.preflightConnection(ctx, params.connectionId),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/resync/', 'resyncAclConnection', {
    access: ADMINISTRATORS,
    summary: 'Read everything anew; what is held serves until that is done; for administrators',
    replies: { 202: schema.Status },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params }) => connections.resyncConnection(ctx, params.connectionId),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/pause/', 'pauseAclConnection', {
    access: ADMINISTRATORS,
    summary: 'Stop looking at the provider; for administrators',
    replies: { 200: schema.Connection },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params }) => connections.pauseConnection(ctx, params.connectionId, true),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/resume/', 'resumeAclConnection', {
    access: ADMINISTRATORS,
    summary: 'Look at the provider again; for administrators',
    replies: { 200: schema.Connection },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params }) => connections.pauseConnection(ctx, params.connectionId, false),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/status/', 'getAclConnectionStatus', {
    access: needs(ACL_CONNECTION, 'read', null),
    summary: 'How fresh what is held is, how much it is, and what went wrong last',
    replies: { 200: schema.Status },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params }) => getStatus(ctx, params.connectionId),
  }),
];
