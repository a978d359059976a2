import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { ACCESS_SYNC, ACL_CONNECTION, ADMINISTRATORS } from '../connections/require-connection.ts';
import { AccessQuery, EffectiveAccess, ReadableItems, ReadableQuery, Readers } from './access.schema.ts';
import * as schema from './browse.schema.ts';
import { getItem, listChanges, listItems, listPrincipals } from './browse.ts';
import { effectiveAccess, listReadable, listReaders } from './effective-access.ts';

const route = routeGroup({ part: 'access-sync', added: 'v2.43', permission: ACCESS_SYNC });

export const accessRoutes = [
  route.get('/api/v2/aclConnections/{connectionId}/items/{itemId}/readers/', 'listAclReaders', {
    access: ADMINISTRATORS,
    summary: 'Who may read an item; for administrators',
    query: pageQuery(),
    replies: { 200: Readers },
    refusals: { 404: ['access_sync.no_such_connection', 'access_sync.no_such_item'] },
    handle: (ctx, { params, url, query }) => listReaders(ctx, params.connectionId, params.itemId, url, query),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/readable/', 'listAclReadable', {
    access: needs(ACL_CONNECTION, 'read', null),
    summary: 'What a user may read; about others for administrators',
    query: ReadableQuery,
    replies: { 200: ReadableItems },
    refusals: { 403: ['access_sync.not_yourself'], 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params, url, query }) => listReadable(ctx, params.connectionId, url, query),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/effectiveAccess/', 'getAclEffectiveAccess', {
    access: needs(ACL_CONNECTION, 'read', null),
    summary: 'Whether a user may read an item, and by what way; about others for administrators',
    query: AccessQuery,
    replies: { 200: EffectiveAccess },
    refusals: { 403: ['access_sync.not_yourself'], 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params, query }) => effectiveAccess(ctx, params.connectionId, query),
  }),
];

export const browseRoutes = [
  route.get('/api/v2/aclConnections/{connectionId}/items/', 'listAclItems', {
    access: ADMINISTRATORS,
    summary: 'Drives, folders and files as held; for administrators',
    query: schema.ItemQuery,
    replies: { 200: pageOf(schema.HeldItem) },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params, url, query }) => listItems(ctx, params.connectionId, url, query),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/items/{itemId}/', 'getAclItem', {
    access: ADMINISTRATORS,
    summary: 'One item with its grants, resolved and as the provider sent them; for administrators',
    replies: { 200: schema.HeldItemWithGrants },
    refusals: { 404: ['access_sync.no_such_connection', 'access_sync.no_such_item'] },
    handle: (ctx, { params }) => getItem(ctx, params.connectionId, params.itemId),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/principals/', 'listAclPrincipals', {
    access: ADMINISTRATORS,
    summary: 'Users, groups and other subjects of grants; for administrators',
    query: schema.PrincipalQuery,
    replies: { 200: pageOf(schema.HeldPrincipal) },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params, url, query }) => listPrincipals(ctx, params.connectionId, url, query),
  }),
  route.get('/api/v2/aclConnections/{connectionId}/changes/', 'listAclChanges', {
    access: ADMINISTRATORS,
    summary: 'What changed and why, the newest first; for administrators',
    query: schema.ChangeQuery,
    replies: { 200: pageOf(schema.LoggedChange) },
    refusals: { 404: ['access_sync.no_such_connection'] },
    handle: (ctx, { params, url, query }) => listChanges(ctx, params.connectionId, url, query),
  }),
];
