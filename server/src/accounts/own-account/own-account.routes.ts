import type { Config } from '#config';
import { route } from '#platform/http/route.ts';
import { Credentials } from '../authentication/sign-in.schema.ts';
import { ApiToken, readToken, toApiToken } from '../credentials/api-keys.ts';
import { accountInfo, encryptString, evaluateEntitlements, installationInfo, replaceTokenOf } from './account-info.ts';
import {
  AccountInfo,
  CipherText,
  Confirmation,
  Enrolment,
  EnrolmentBegin,
  Entitlements,
  EntitlementsRequest,
  Installation,
  PasswordChange,
  PlainText,
  Removal,
  Version,
} from './own-account.schema.ts';
import { changeOwnPassword } from './own-password.ts';
import { confirmSecondFactor, enrolSecondFactor, removeSecondFactor } from './second-factor-enrolment.ts';

/** Clients refuse another major and warn below their own minor. */
function versionReply({ apiVersion }: Pick<Config, 'apiVersion'>) {
  const [major, minor] = apiVersion.split('.').map(Number);
  return { major, minor, versionString: `${apiVersion}.0`, releasedVersion: `${apiVersion}.0` };
}

const history = { added: 'v2.0' };

export const infoRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/version/',
    operation: 'getVersion',
    part: 'accounts',
    summary: 'Version of this API; clients call it first, to see whether their key is good',
    history,
    access: 'account',
    replies: { 200: Version },
    handle: ({ config }) => versionReply(config),
  }),
  route({
    method: 'GET',
    path: '/api/v2/account/info/',
    operation: 'getAccountInfo',
    part: 'accounts',
    summary: 'Who you are and what you may use',
    history,
    access: 'account',
    replies: { 200: AccountInfo },
    handle: (ctx) => accountInfo(ctx),
  }),
  route({
    method: 'GET',
    path: '/api/v2/installation/',
    operation: 'getInstallation',
    part: 'accounts',
    summary:
      'The kind and release of this installation; its settings, without secrets, for administrators where it is yours',
    history: { added: 'v2.43' },
    access: 'account',
    replies: { 200: Installation },
    handle: (ctx) => installationInfo(ctx),
  }),
  route({
    method: 'POST',
    path: '/api/v2/entitlements/evaluate/',
    operation: 'evaluateEntitlements',
    part: 'accounts',
    summary: 'Which of the named features you may use',
    history,
    access: 'account',
    body: EntitlementsRequest,
    replies: { 200: Entitlements },
    handle: (ctx, { body }) => evaluateEntitlements(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/api/v2/stringEncryptions/',
    operation: 'encryptString',
    part: 'accounts',
    summary: 'Encrypt a text, such as a database password, for later requests',
    history,
    access: 'account',
    body: PlainText,
    replies: { 200: CipherText },
    handle: (ctx, { body }) => encryptString(ctx, body.plainText),
  }),
];

export const ownPasswordRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/account/password/',
    operation: 'changeOwnPassword',
    part: 'accounts',
    summary: 'Change your password; ends every other session of the account and, when asked, its API keys and token',
    history: { added: 'v2.43' },
    access: 'account',
    body: PasswordChange,
    replies: { 204: null },
    handle: (ctx, { body, headers }) => changeOwnPassword(ctx, body, headers),
  }),
];

export const secondFactorRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/account/secondFactor/',
    operation: 'enrolSecondFactor',
    part: 'accounts',
    summary:
      'Begin with a second factor, against the password: its secret and recovery codes are shown in this answer only',
    history: { added: 'v2.43' },
    access: 'account',
    body: EnrolmentBegin,
    replies: { 200: Enrolment },
    handle: (ctx, { body, headers }) => enrolSecondFactor(ctx, body.password, headers),
  }),
  route({
    method: 'POST',
    path: '/api/v2/account/secondFactor/confirm/',
    operation: 'confirmSecondFactor',
    part: 'accounts',
    summary: 'Confirm the second factor with a code of the authenticator app',
    history: { added: 'v2.43' },
    access: 'account',
    body: Confirmation,
    replies: { 204: null },
    handle: (ctx, { body, headers }) => confirmSecondFactor(ctx, body.totpCode, headers),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/account/secondFactor/',
    operation: 'removeSecondFactor',
    part: 'accounts',
    summary: 'Remove the second factor, against the password and a current code or a recovery code',
    history: { added: 'v2.43' },
    access: 'account',
    body: Removal,
    replies: { 204: null },
    handle: (ctx, { body, headers }) => removeSecondFactor(ctx, body, headers),
  }),
];

const tokenHistory = { added: 'v2.0', deprecated: { since: 'v6.0', replacedBy: 'GET /api/v2/account/apiKeys/' } };

export const tokenRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/api_token/',
    operation: 'replaceApiToken',
    part: 'accounts',
    summary: "Replace the account's API token; the previous one stops working",
    history: tokenHistory,
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
    history: tokenHistory,
    access: 'account',
    replies: { 200: ApiToken },
    handle: async (ctx) => toApiToken(await readToken(ctx)),
  }),
];
