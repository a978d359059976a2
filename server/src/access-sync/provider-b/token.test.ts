import { createPrivateKey, X509Certificate } from 'node:crypto';
import { SignJWT } from 'jose';
import { Agent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { appCertificate, appKey, handClock, type ProviderB, startProviderB } from '../../../test/providers.ts';
import { readOnlyAgent } from '../outbound/read-only.ts';
import { requestTokenReply } from '../outbound/token-cache.ts';
import { ProviderProblem } from '../provider-client.ts';
import { requestToken, tokensOf, tokenUrl } from './token.ts';

const clock = handClock();
const timing = { now: clock.now, wait: clock.wait, random: () => 0.5 };
const started: ProviderB[] = [];
afterEach(async () => void (await Promise.all(started.splice(0).map((fake) => fake.close()))));

async function start(app: Parameters<typeof startProviderB>[0] = {}) {
  const fake = await startProviderB({ now: clock.now, ...app });
  started.push(fake);
  const { world, url } = fake;
  const config = { tenantId: world.tenantId, clientId: fake.app.clientId, graphUrl: url, loginUrl: url };
  return { fake, config, agent: readOnlyAgent({ token: tokenUrl(config) }, new Agent()) };
}

const byCertificate = { app: { secret: null, certificate: appCertificate } };

test('a secret buys a token, which is kept until shortly before it runs out', async () => {
  const { fake, config, agent } = await start();
  const tokens = tokensOf({ ...config, clientSecret: 'the-secret-of-the-app' }, agent, timing);
  const [first, same] = await Promise.all([tokens.token(null), tokens.token(null)]);
  expect(same).toBe(first);
  expect(fake.recorder.requests).toHaveLength(1);
  clock.advance(3_200_000);
  expect(await tokens.token(null)).toBe(first);
  clock.advance(200_000);
  expect(await tokens.token(null)).not.toBe(first);
});

test('a wrong secret and an unknown app are refused in the words of the provider', async () => {
  const { config, agent } = await start();
  const wrong = tokensOf({ ...config, clientSecret: 'wrong' }, agent, timing).token(null);
  await expect(wrong).rejects.toThrow(/401 invalid_client: AADSTS7000215/);
  await expect(wrong).rejects.toBeInstanceOf(ProviderProblem);
  const other = tokensOf({ ...config, clientId: 'other', clientSecret: 'x' }, agent, timing).token(null);
  await expect(other).rejects.toThrow(/400 unauthorized_client: AADSTS700016/);
});

test('a certificate signs an assertion that the provider can check, whichever block comes first', async () => {
  const { config, agent } = await start(byCertificate);
  for (const certificate of [`${appKey}${appCertificate}`, `${appCertificate}${appKey}`])
    expect((await requestToken({ ...config, certificate }, agent, timing)).status).toBe(200);
});

test('an assertion is refused for a wrong audience, time, subject, signature or second use', async () => {
  const { config, agent } = await start(byCertificate);
  const thumbprint = Buffer.from(new X509Certificate(appCertificate).fingerprint256.replaceAll(':', ''), 'hex');
  const seconds = Math.floor(clock.now() / 1000);
  const claims = { iss: config.clientId, sub: config.clientId, aud: tokenUrl(config), exp: seconds + 60, jti: 'one' };
  const ask = async (given: Record<string, unknown>, spoil = false) => {
    const signed = await new SignJWT({ ...claims, ...given })
      .setProtectedHeader({ alg: 'PS256', 'x5t#S256': thumbprint.toString('base64url') })
      .sign(createPrivateKey(appKey));
    const form = {
      grant_type: 'client_credentials',
      client_id: config.clientId,
      scope: `${config.graphUrl}/.default`,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: spoil ? `${signed.slice(0, -8)}AAAAAAAA` : signed,
    };
    const { status, body } = await requestTokenReply({ url: tokenUrl(config), form, agent, timing });
    return [status, (body as { error_codes?: number[] }).error_codes?.[0] ?? null];
  };
  expect(await ask({ aud: 'https://elsewhere.example/token' })).toEqual([401, 700023]);
  expect(await ask({ exp: seconds - 1 })).toEqual([401, 700024]);
  expect(await ask({ sub: 'somebody' })).toEqual([401, 700021]);
  expect(await ask({}, true)).toEqual([401, 700027]);
  expect(await ask({})).toEqual([200, null]);
  expect(await ask({})).toEqual([401, 700024]);
});

test('a token endpoint that is busy is asked again, one that stays away is named', async () => {
  const { fake, config, agent } = await start();
  const good = { ...config, clientSecret: 'the-secret-of-the-app' };
  fake.faults.add({ when: () => true, times: 2, reply: () => ({ status: 503 }) });
  expect((await requestToken(good, agent, timing)).status).toBe(200);
  fake.faults.add({ when: () => true, times: 4, reply: () => null });
  await expect(requestToken(good, agent, timing)).rejects.toThrow(/token endpoint .* failed 4 times/);
});
