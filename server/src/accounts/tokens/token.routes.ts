import { route } from '#platform/http/route.ts';
import { Credentials } from '../sign-in/credentials.schema.ts';
import { readToken } from './read-token.ts';
import { replaceTokenOf } from './replace-token.ts';
import { ApiToken, toApiToken } from './token.schema.ts';

const history = { added: 'v2.0', deprecated: { since: 'v6.0', replacedBy: 'GET /api/v2/account/apiKeys/' } };

export const tokenRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/api_token/',
    operation: 'replaceApiToken',
    part: 'accounts',
    summary: "Replace the account's API token; the previous one stops working",
    history,
    access: 'public',
    body: Credentials,
    replies: { 200: ApiToken },
    handle: async (ctx, { body, headers }) => toApiToken(await replaceTokenOf(ctx, body, headers)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/api_token/',
    operation: 'getApiToken',
    part: 'accounts',
    summary: "The account's API token",
    history,
    access: 'account',
    replies: { 200: ApiToken },
    handle: async (ctx) => toApiToken(await readToken(ctx)),
  }),
];
