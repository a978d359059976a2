import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ApiKey, ApiKeyChange, ApiKeyCreate, CreatedApiKey } from './api-key.schema.ts';
import { changeApiKey, createApiKey, getApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';

const history = { added: 'v2.0' };

export const apiKeyRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/account/apiKeys/',
    operation: 'listApiKeys',
    part: 'accounts',
    summary: 'Your API keys, oldest first, without their secrets',
    history,
    access: 'account',
    query: pageQuery(),
    replies: { 200: pageOf(ApiKey) },
    handle: (ctx, { url, query }) => listApiKeys(ctx, url, query),
  }),
  route({
    method: 'POST',
    path: '/api/v2/account/apiKeys/',
    operation: 'createApiKey',
    part: 'accounts',
    summary: 'Make an API key; its secret is shown in this answer only',
    history,
    access: 'account',
    body: ApiKeyCreate,
    replies: { 201: CreatedApiKey },
    handle: (ctx, { body }) => createApiKey(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/api/v2/account/apiKeys/{keyId}/',
    operation: 'getApiKey',
    part: 'accounts',
    summary: 'One of your API keys',
    history,
    access: 'account',
    replies: { 200: ApiKey },
    handle: (ctx, { params }) => getApiKey(ctx, params.keyId),
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/account/apiKeys/{keyId}/',
    operation: 'changeApiKey',
    part: 'accounts',
    summary: 'Rename an API key or set when it ends',
    history,
    access: 'account',
    body: ApiKeyChange,
    replies: { 200: ApiKey },
    handle: (ctx, { params, body }) => changeApiKey(ctx, params.keyId, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/account/apiKeys/{keyId}/',
    operation: 'revokeApiKey',
    part: 'accounts',
    summary: 'Revoke an API key; it stops working at once',
    history,
    access: 'account',
    replies: { 204: null },
    handle: (ctx, { params }) => revokeApiKey(ctx, params.keyId),
  }),
];
