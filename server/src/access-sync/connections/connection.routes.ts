import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import * as schema from './connection.schema.ts';
import * as connections from './connections.ts';
import { getStatus } from './status.ts';

const route = routeGroup({ part: 'access-sync', added: 'v2.0' });

const history = { added: 'v2.43' };

export const connectionRoutes = [
  route.get('/api/v2/aclConnections/', 'listAclConnections', {
    summary: 'The connections of your organization to document providers',
    history,
    query: schema.ConnectionQuery,
    replies: { 200: pageOf(schema.Connection) },
    handle: (ctx, { url, query }) => connections.listConnections(ctx, url, query),
  }),
  route.post('/api/v2/aclConnections/', 'createAclConnection', {
    summary: 'Connect a document provider, read-only; for administrators',
    history,
    body: schema.ConnectionCreate,
    replies: { 201: schema.Connection },
    handle: (ctx, { body }) => connections.createConnection(ctx, body),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/', 'getAclConnection', {
    summary: 'One connection, without its secrets',
    history,
    replies: { 200: schema.Connection },
    handle: (ctx, { params }) => connections.getConnection(ctx, params.connectionId),
  }),
  route.patch('/api/v2/aclConnections/{connectionId}/', 'changeAclConnection', {
    summary: 'Rename a connection or change its settings; for administrators',
    history,
    body: schema.ConnectionChange,
    replies: { 200: schema.Connection },
    handle: (ctx, { params, body }) => connections.changeConnection(ctx, params.connectionId, body),
  }),
  route.delete('/api/v2/aclConnections/{connectionId}/', 'deleteAclConnection', {
    summary: 'Delete a connection and everything mirrored through it; for administrators',
    history,
    replies: { 204: null },
    handle: (ctx, { params }) => connections.deleteConnection(ctx, params.connectionId),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/preflight/', 'preflightAclConnection', {
    summary: 'Try what the connection needs at the provider and name what is missing; for administrators',
    history,
    replies: { 200: schema.Preflight },
    handle: (ctx, { params }) => connections.preflightConnection(ctx, params.connectionId),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/resync/', 'resyncAclConnection', {
    summary: 'Read everything anew; what is held serves until that is done; for administrators',
    history,
    replies: { 202: schema.Status },
    handle: (ctx, { params }) => connections.resyncConnection(ctx, params.connectionId),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/pause/', 'pauseAclConnection', {
    summary: 'Stop looking at the provider; for administrators',
    history,
    replies: { 200: schema.Connection },
    handle: (ctx, { params }) => connections.pauseConnection(ctx, params.connectionId, true),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/resume/', 'resumeAclConnection', {
    summary: 'Look at the provider again; for administrators',
    history,
    replies: { 200: schema.Connection },
    handle: (ctx, { params }) => connections.pauseConnection(ctx, params.connectionId, false),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/status/', 'getAclConnectionStatus', {
    summary: 'How fresh what is held is, how much it is, and what went wrong last',
    history,
    replies: { 200: schema.Status },
    handle: (ctx, { params }) => getStatus(ctx, params.connectionId),
  }),
];
