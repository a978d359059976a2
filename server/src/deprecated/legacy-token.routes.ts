import type { IncomingHttpHeaders } from 'node:http';
import { ApiToken, readToken, replaceToken, requireServiceKey } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';

const PATHS = [
  { path: '/predApi/v1.0/api_token', name: 'PredictionApi' },
  { path: '/api/v1/api_token', name: 'V1' },
] as const;

const secondFactor = {
  'X-Service-totpCode': 'Code of the authenticator app, for accounts with a second factor',
  'X-Service-recoveryCode': 'A recovery code in its place; each works once',
};
const serviceKey = { 'service-key': 'Demanded on the managed cloud only' };

const deprecated = { since: 'v6.0', replacedBy: 'GET /api/v2/account/apiKeys/', family: 'prediction-api' } as const;
const route = routeGroup({ part: 'deprecated', signIn: 'basic', history: { added: 'v1.0', deprecated } });

const SIGN_IN = ['accounts.password_needed', 'accounts.sign_in_refused'];
const TOO_OFTEN = { 429: ['accounts.too_many_attempts'] };

/** HTTP Basic with the account's password; the second factor travels in headers. */
export const legacyTokenRoutes: readonly RouteRecord[] = PATHS.flatMap(({ path, name }) => [
  route.get(path, `get${name}Token`, {
    headers: { ...serviceKey, ...secondFactor },
    summary: "The account's API token; HTTP Basic with name and password, service-key header on the managed cloud",
    replies: { 200: ApiToken },
    refusals: { 401: [...SIGN_IN, 'accounts.no_service_key', 'accounts.wrong_service_key'], ...TOO_OFTEN },
    handle: (ctx, { headers }) => retrieveLegacyToken(ctx, headers),
  }),
  route.post(path, `replace${name}Token`, {
    headers: secondFactor,
    summary: "Replace the account's API token; HTTP Basic with name and password",
    replies: { 200: ApiToken },
    refusals: { 401: SIGN_IN, ...TOO_OFTEN },
    handle: (ctx) => replaceLegacyToken(ctx),
  }),
]);

/** The same token as first issued. The authenticator has seen name, password and second factor already. */
async function retrieveLegacyToken(ctx: Ctx, headers: IncomingHttpHeaders) {
  requireServiceKey(ctx, headers);
  return { api_token: await readToken(ctx) };
}

const replaceLegacyToken = async (ctx: Ctx) => ({ api_token: await replaceToken(ctx) });
