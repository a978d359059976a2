import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { AccessQuery, EffectiveAccess, ReadableItems, ReadableQuery, Readers } from './access.schema.ts';
import {
  ChangeQuery,
  HeldItem,
  HeldItemWithGrants,
  HeldPrincipal,
  ItemQuery,
  LoggedChange,
  PrincipalQuery,
} from './browse.schema.ts';
import { getItem, listChanges, listItems, listPrincipals } from './browse.ts';
import { effectiveAccess, listReadable, listReaders } from './effective-access.ts';

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

export const browseRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/aclConnections/{connectionId}/items/',
    operation: 'listAclItems',
    part: 'access-sync',
    summary: 'Drives, folders and files as held; for administrators',
    history,
    access: 'account',
    query: ItemQuery,
    replies: { 200: pageOf(HeldItem) },
    handle: (ctx, { params, url, query }) => listItems(ctx, params.connectionId, url, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/aclConnections/{connectionId}/items/{itemId}/',
    operation: 'getAclItem',
    part: 'access-sync',
    summary: 'One item with its grants, resolved and as the provider sent them; for administrators',
    history,
    access: 'account',
    replies: { 200: HeldItemWithGrants },
    handle: (ctx, { params }) => getItem(ctx, params.connectionId, params.itemId),
  }),
  route({
    method: 'GET',
    path: '/api/v2/aclConnections/{connectionId}/principals/',
    operation: 'listAclPrincipals',
    part: 'access-sync',
    summary: 'Users, groups and other subjects of grants; for administrators',
    history,
    access: 'account',
    query: PrincipalQuery,
    replies: { 200: pageOf(HeldPrincipal) },
    handle: (ctx, { params, url, query }) => listPrincipals(ctx, params.connectionId, url, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/aclConnections/{connectionId}/changes/',
    operation: 'listAclChanges',
    part: 'access-sync',
    summary: 'What changed and why, the newest first; for administrators',
    history,
    access: 'account',
    query: ChangeQuery,
    replies: { 200: pageOf(LoggedChange) },
    handle: (ctx, { params, url, query }) => listChanges(ctx, params.connectionId, url, query),
  }),
];
