import { pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { AccessQuery, EffectiveAccess, ReadableItems, ReadableQuery, Readers } from './access.schema.ts';
import { effectiveAccess } from './effective-access.ts';
import { listReadable, listReaders } from './list-access.ts';

const history = { added: 'v2.43' };

export const accessRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/aclConnections/{connectionId}/items/{itemId}/readers/',
    operation: 'listAclReaders',
    part: 'access-sync',
    summary: 'Who may read an item; for administrators',
    history,
    access: 'account',
    query: pageQuery(),
    replies: { 200: Readers },
    handle: (ctx, { params, url, query }) => listReaders(ctx, params.connectionId, params.itemId, url, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/aclConnections/{connectionId}/readable/',
    operation: 'listAclReadable',
    part: 'access-sync',
    summary: 'What a user may read; about others for administrators',
    history,
    access: 'account',
    query: ReadableQuery,
    replies: { 200: ReadableItems },
    handle: (ctx, { params, url, query }) => listReadable(ctx, params.connectionId, url, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/aclConnections/{connectionId}/effectiveAccess/',
    operation: 'getAclEffectiveAccess',
    part: 'access-sync',
    summary: 'Whether a user may read an item, and by what way; about others for administrators',
    history,
    access: 'account',
    query: AccessQuery,
    replies: { 200: EffectiveAccess },
    handle: (ctx, { params, query }) => effectiveAccess(ctx, params.connectionId, query),
  }),
];
