import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import {
  Connection,
  ConnectionChange,
  ConnectionCreate,
  ConnectionQuery,
  Preflight,
  Status,
} from './connection.schema.ts';
import {
  changeConnection,
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  pauseConnection,
  preflightConnection,
  resyncConnection,
} from './connections.ts';
import { getStatus } from './status.ts';

const route = routeGroup({ part: 'access-sync', added: 'v2.0' });

const history = { added: 'v2.43' };

export const connectionRoutes = [
  route.get('/api/v2/aclConnections/', 'listAclConnections', {
    summary: 'The connections of your organization to document providers',
    history,
    query: ConnectionQuery,
    replies: { 200: pageOf(Connection) },
    handle: (ctx, { url, query }) => listConnections(ctx, url, query),
  }),
  route.post('/api/v2/aclConnections/', 'createAclConnection', {
    summary: 'Connect a document provider, read-only; for administrators',
    history,
    body: ConnectionCreate,
    replies: { 201: Connection },
    handle: (ctx, { body }) => createConnection(ctx, body),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/', 'getAclConnection', {
    summary: 'One connection, without its secrets',
    history,
    replies: { 200: Connection },
    handle: (ctx, { params }) => getConnection(ctx, params.connectionId),
  }),
  route.patch('/api/v2/aclConnections/{connectionId}/', 'changeAclConnection', {
    summary: 'Rename a connection or change its settings; for administrators',
    history,
    body: ConnectionChange,
    replies: { 200: Connection },
    handle: (ctx, { params, body }) => changeConnection(ctx, params.connectionId, body),
  }),
  route.delete('/api/v2/aclConnections/{connectionId}/', 'deleteAclConnection', {
    summary: 'Delete a connection and everything mirrored through it; for administrators',
    history,
    replies: { 204: null },
    handle: (ctx, { params }) => deleteConnection(ctx, params.connectionId),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/preflight/', 'preflightAclConnection', {
    summary: 'Try what the connection needs at the provider and name what is missing; for administrators',
    history,
    replies: { 200: Preflight },
    handle: (ctx, { params }) => preflightConnection(ctx, params.connectionId),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/resync/', 'resyncAclConnection', {
    summary: 'Read everything anew; what is held serves until that is done; for administrators',
    history,
    replies: { 202: Status },
    handle: (ctx, { params }) => resyncConnection(ctx, params.connectionId),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/pause/', 'pauseAclConnection', {
    summary: 'Stop looking at the provider; for administrators',
    history,
    replies: { 200: Connection },
    handle: (ctx, { params }) => pauseConnection(ctx, params.connectionId, true),
  }),
  route.post('/api/v2/aclConnections/{connectionId}/resume/', 'resumeAclConnection', {
    summary: 'Look at the provider again; for administrators',
    history,
    replies: { 200: Connection },
    handle: (ctx, { params }) => pauseConnection(ctx, params.connectionId, false),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/status/', 'getAclConnectionStatus', {
    summary: 'How fresh what is held is, how much it is, and what went wrong last',
    history,
    replies: { 200: Status },
    handle: (ctx, { params }) => getStatus(ctx, params.connectionId),
  }),
];
