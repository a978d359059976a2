import type { Config } from '#config';
import { routeGroup } from '#platform/http/route.ts';
import { Credentials } from '../authentication/sign-in.schema.ts';
import { ApiToken, readToken, toApiToken } from '../credentials/api-keys.ts';
import { accountInfo, encryptString, evaluateEntitlements, installationInfo, replaceTokenOf } from './account-info.ts';
import * as schema from './own-account.schema.ts';
import { changeOwnPassword } from './own-password.ts';
import { confirmSecondFactor, enrolSecondFactor, removeSecondFactor } from './second-factor-enrolment.ts';

const route = routeGroup({ part: 'accounts', added: 'v2.43' });

/** Clients refuse another major and warn below their own minor. */
function versionReply({ apiVersion }: Pick<Config, 'apiVersion'>) {
  const [major, minor] = apiVersion.split('.').map(Number);
  return { major, minor, versionString: `${apiVersion}.0`, releasedVersion: `${apiVersion}.0` };
}

export const infoRoutes = [
  route.get('/api/v2/version/', 'getVersion', {
    summary: 'Version of this API; clients call it first, to see whether their key is good',
    added: 'v2.0',
    replies: { 200: schema.Version },
    handle: ({ config }) => versionReply(config),
  }),
  route.get('/api/v2/account/info/', 'getAccountInfo', {
    summary: 'Who you are and what you may use',
    added: 'v2.0',
    replies: { 200: schema.AccountInfo },
    handle: (ctx) => accountInfo(ctx),
  }),
  route.get('/api/v2/installation/', 'getInstallation', {
    summary:
      'The kind and release of this installation; its settings, without secrets, for administrators where it is yours',
    replies: { 200: schema.Installation },
    handle: (ctx) => installationInfo(ctx),
  }),
  route.post('/api/v2/entitlements/evaluate/', 'evaluateEntitlements', {
    summary: 'Which of the named features you may use',
    added: 'v2.0',
    body: schema.EntitlementsRequest,
    replies: { 200: schema.Entitlements },
    handle: (ctx, { body }) => evaluateEntitlements(ctx, body),
  }),
  route.post('/api/v2/stringEncryptions/', 'encryptString', {
    summary: 'Encrypt a text, such as a database password, for later requests',
    added: 'v2.0',
    body: schema.PlainText,
    replies: { 200: schema.CipherText },
    handle: (ctx, { body }) => encryptString(ctx, body.plainText),
  }),
];

export const ownPasswordRoutes = [
  route.post('/api/v2/account/password/', 'changeOwnPassword', {
    summary: 'Change your password; ends every other session of the account and, when asked, its API keys and token',
    body: schema.PasswordChange,
    replies: { 204: null },
    refusals: {
      422: ['accounts.wrong_password', 'accounts.wrong_present_password'],
      429: ['accounts.too_many_attempts'],
    },
    handle: (ctx, { body, headers }) => changeOwnPassword(ctx, body, headers),
  }),
];

export const secondFactorRoutes = [
  route.post('/api/v2/account/secondFactor/', 'enrolSecondFactor', {
    summary:
      'Begin with a second factor, against the password: its secret and recovery codes are shown in this answer only',
    body: schema.EnrolmentBegin,
    replies: { 200: schema.Enrolment },
    refusals: {
      409: ['accounts.second_factor_exists'],
      422: ['accounts.wrong_present_password'],
      429: ['accounts.too_many_attempts'],
    },
    handle: (ctx, { body, headers }) => enrolSecondFactor(ctx, body.password, headers),
  }),
  route.post('/api/v2/account/secondFactor/confirm/', 'confirmSecondFactor', {
    summary: 'Confirm the second factor with a code of the authenticator app',
    body: schema.Confirmation,
    replies: { 204: null },
    refusals: {
      404: ['accounts.no_second_factor'],
      409: ['accounts.second_factor_exists'],
      422: ['accounts.wrong_code'],
      429: ['accounts.too_many_attempts'],
    },
    handle: (ctx, { body, headers }) => confirmSecondFactor(ctx, body.totpCode, headers),
  }),
  route.delete('/api/v2/account/secondFactor/', 'removeSecondFactor', {
    summary: 'Remove the second factor, against the password and a current code or a recovery code',
    body: schema.Removal,
    replies: { 204: null },
    refusals: {
      404: ['accounts.no_second_factor'],
      422: ['accounts.wrong_present_password'],
      429: ['accounts.too_many_attempts'],
    },
    handle: (ctx, { body, headers }) => removeSecondFactor(ctx, body, headers),
  }),
];

const tokenHistory = { added: 'v2.0', deprecated: { since: 'v6.0', replacedBy: 'GET /api/v2/account/apiKeys/' } };

export const tokenRoutes = [
  route.post('/api/v2/api_token/', 'replaceApiToken', {
    summary: "Replace the account's API token; the previous one stops working",
    history: tokenHistory,
    access: 'public',
    body: Credentials,
    replies: { 200: ApiToken },
    refusals: { 401: ['accounts.sign_in_refused'], 429: ['accounts.too_many_attempts'] },
    handle: async (ctx, { body, headers }) => toApiToken(await replaceTokenOf(ctx, body, headers)),
  }),
  route.get('/api/v2/api_token/', 'getApiToken', {
    summary: "The account's API token",
    history: tokenHistory,
    replies: { 200: ApiToken },
    refusals: { 401: ['accounts.sign_in_refused'], 429: ['accounts.too_many_attempts'] },
    handle: async (ctx) => toApiToken(await readToken(ctx)),
  }),
];
