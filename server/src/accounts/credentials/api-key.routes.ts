import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { ApiKey, ApiKeyChange, ApiKeyCreate, CreatedApiKey } from './api-key.schema.ts';
import { API_KEY, changeApiKey, createApiKey, getApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';

const route = routeGroup({ part: 'accounts', added: 'v2.0' });

export const apiKeyRoutes = [
  route.get('/api/v2/account/apiKeys/', 'listApiKeys', {
    summary: 'Your API keys, oldest first, without their secrets',
    query: pageQuery(),
    replies: { 200: pageOf(ApiKey) },
    handle: (ctx, { url, query }) => listApiKeys(ctx, url, query),
  }),
  route.post('/api/v2/account/apiKeys/', 'createApiKey', {
    summary: 'Make an API key; its secret is shown in this answer only',
    body: ApiKeyCreate,
    replies: { 201: CreatedApiKey },
    refusals: { 403: ['sharing.role_too_small'], 404: ['sharing.no_such_thing'] },
    handle: (ctx, { body }) => createApiKey(ctx, body),
  }),
  route.get('/api/v2/account/apiKeys/{keyId}/', 'getApiKey', {
    access: needs(API_KEY, 'own', null),
    summary: 'One of your API keys',
    replies: { 200: ApiKey },
    refusals: { 404: ['accounts.no_such_key'] },
    handle: (ctx, { params }) => getApiKey(ctx, params.keyId),
  }),
  route.patch('/api/v2/account/apiKeys/{keyId}/', 'changeApiKey', {
    access: needs(API_KEY, 'own', null),
    summary: 'Rename an API key or set when it ends',
    body: ApiKeyChange,
    replies: { 200: ApiKey },
    refusals: { 404: ['accounts.no_such_key'] },
    handle: (ctx, { params, body }) => changeApiKey(ctx, params.keyId, body),
  }),
  route.delete('/api/v2/account/apiKeys/{keyId}/', 'revokeApiKey', {
    access: needs(API_KEY, 'own', null),
    summary: 'Revoke an API key; it stops working at once',
    replies: { 204: null },
    refusals: { 404: ['accounts.no_such_key'] },
    handle: (ctx, { params }) => revokeApiKey(ctx, params.keyId),
  }),
];
