import { createHash, createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Dispatcher } from 'undici';
import type { Timing } from '#platform/async/retry.ts';
import type { Reply, TokenSource } from '../outbound/outbound.ts';
import { withoutEndSlash } from '../outbound/read-only.ts';
import { refusalOf, requestTokenReply, tokenCache, tokenOf } from '../outbound/token-cache.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { ProviderBConfig } from '../provider-config.ts';

/**
 * The client credentials flow, written out: the official library takes only https authorities of hosts it knows, and
 * would have to be led past its own checks to reach a sovereign cloud behind another address.
 */
export const tokenUrl = (config: ProviderBConfig): string =>
  `${withoutEndSlash(config.loginUrl)}/${encodeURIComponent(config.tenantId)}/oauth2/v2.0/token`;

export const tokensOf = (config: ProviderBConfig, agent: Dispatcher, timing: Timing): TokenSource =>
  tokenCache(timing, async () => {
    const reply = await requestToken(config, agent, timing);
    const token = tokenOf(reply);
    if (!token) throw new ProviderProblem('unauthorized', refusalOf(reply));
    return token;
  });

export async function requestToken(config: ProviderBConfig, agent: Dispatcher, timing: Timing): Promise<Reply> {
  const form = {
    grant_type: 'client_credentials',
    client_id: config.clientId,
    scope: `${withoutEndSlash(config.graphUrl)}/.default`,
    ...(await proof(config, timing)),
  };
  return requestTokenReply({ url: tokenUrl(config), form, agent, timing });
}

async function proof(config: ProviderBConfig, timing: Timing): Promise<Record<string, string>> {
  if (config.certificate === undefined) return { client_secret: config.clientSecret ?? '' };
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await assertion(config, config.certificate, timing),
  };
}

async function assertion(config: ProviderBConfig, pem: string, timing: Timing): Promise<string> {
  const certificate = new X509Certificate(pem.slice(Math.max(0, pem.indexOf('-----BEGIN CERTIFICATE-----'))));
  const seconds = Math.floor(timing.now() / 1000);
  return new SignJWT({})
    .setProtectedHeader({
      alg: 'PS256',
      typ: 'JWT',
      'x5t#S256': createHash('sha256').update(certificate.raw).digest('base64url'),
    })
    .setIssuer(config.clientId)
    .setSubject(config.clientId)
    .setAudience(tokenUrl(config))
    .setJti(randomUUID())
    .setNotBefore(seconds - 60)
    .setExpirationTime(seconds + 600)
    .sign(createPrivateKey(pem));
}
