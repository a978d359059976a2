import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Dispatcher } from 'undici';
import type { Timing } from '#platform/async/retry.ts';
import type { Reply, TokenSource } from '../outbound/outbound.ts';
import { withoutEndSlash } from '../outbound/read-only.ts';
import { refusalOf, requestTokenReply, tokenCache, tokenOf } from '../outbound/token-cache.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { ProviderAConfig } from '../provider-config.ts';

export const DRIVE_SCOPES = ['drive.readonly', 'drive.activity.readonly'] as const;
export const DIRECTORY_SCOPES = ['admin.directory.user.readonly', 'admin.directory.group.readonly'] as const;

/** Whom to act for, and for what: a token for one is refused by the other. */
export const asDirectory = (email: string): string => `directory ${email}`;
export const asDrive = (email: string): string => `drive ${email}`;

/**
 * Domain-wide delegation, written out: the official library signs only for its own fixed token address, and the
 * audience of the assertion must be the address that is asked.
 */
export function tokensOf(config: ProviderAConfig, agent: Dispatcher, timing: Timing): TokenSource {
  const issue = async (as: string | null) => {
    const [kind = '', email = ''] = (as ?? '').split(' ');
    const scopes = kind === 'directory' ? DIRECTORY_SCOPES : DRIVE_SCOPES;
    const reply = await requestToken(config, agent, timing, email, scopes);
    const token = tokenOf(reply);
    if (token) return token;
    if (isInvalidGrant(reply) && email !== config.adminEmail) {
      // The same words for a key that is wrong and for a person who is: the administrator's token tells them apart.
      await tokens.token(asDrive(config.adminEmail));
      throw new ProviderProblem('spaceGone', `Nobody can act as ${email}: ${refusalOf(reply)}`);
    }
    throw new ProviderProblem('unauthorized', refusalOf(reply));
  };
  const tokens: TokenSource = tokenCache(timing, issue);
  return tokens;
}

export async function requestToken(
  config: ProviderAConfig,
  agent: Dispatcher,
  timing: Timing,
  email: string,
  scopes: readonly string[],
): Promise<Reply> {
  const base = withoutEndSlash(config.scopeBase);
  const assertion = await assert(config, timing, email, scopes.map((name) => `${base}/${name}`).join(' '));
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
  return requestTokenReply({ url: config.tokenUrl, form, agent, timing });
}

const isInvalidGrant = (reply: Reply): boolean => (reply.body as { error?: unknown } | null)?.error === 'invalid_grant';

function assert(config: ProviderAConfig, timing: Timing, email: string, scope: string): Promise<string> {
  const { client_email, private_key, private_key_id } = config.serviceAccountKey;
  const seconds = Math.floor(timing.now() / 1000);
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id !== undefined && { kid: private_key_id }) })
    .setIssuer(client_email)
    .setSubject(email)
    .setAudience(config.tokenUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 3600)
    .sign(createPrivateKey(private_key));
}
