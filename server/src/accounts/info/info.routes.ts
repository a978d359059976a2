import type { Config } from '#config';
import { route } from '#platform/http/route.ts';
import { accountInfo, encryptString, evaluateEntitlements } from './account-info.ts';
import {
  AccountInfo,
  CipherText,
  Entitlements,
  EntitlementsAsked,
  Installation,
  PlainText,
  Version,
} from './info.schema.ts';
import { installationInfo } from './installation-info.ts';

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
    body: EntitlementsAsked,
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
