import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { Agent } from 'undici';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildA, handClock, startProviderA } from '../../../test/providers.ts';
import { readOnlyAgent } from '../outbound/read-only.ts';
import { requestTokenReply } from '../outbound/token-cache.ts';
import { asDirectory, asDrive, DRIVE_SCOPES, requestToken, tokensOf } from './token.ts';

const clock = handClock();
const timing = { now: clock.now, wait: clock.wait, random: () => 0.5 };
const fake = await startProviderA({ now: clock.now });
afterAll(() => fake.close());
const { world, url, tokenUrl, scopeBase } = fake;
const admin = buildA.addUser(world, 'admin', { admin: true });
const ann = buildA.addUser(world, 'ann');
const delegated = [...fake.account.delegated];
const config = {
  serviceAccountKey: fake.keyFile,
  adminEmail: admin.email,
  domain: world.domain,
  driveUrl: url,
  activityUrl: url,
  directoryUrl: url,
  tokenUrl,
  scopeBase,
};
const agent = readOnlyAgent({ token: tokenUrl }, new Agent());

beforeEach(() => {
  fake.account.delegated = [...delegated];
  ann.suspended = false;
});

test('each person acted for has a token of their own', async () => {
  const tokens = tokensOf(config, agent, timing);
  const given = await Promise.all(
    [asDrive(ann.email), asDrive(admin.email), asDirectory(admin.email)].map(tokens.token),
  );
  expect(new Set(given).size).toBe(3);
  expect(await tokens.token(asDrive(ann.email))).toBe(given[0]);
});

test('somebody who is suspended has no files to act for; a key that is wrong stops everything', async () => {
  ann.suspended = true;
  const suspended = tokensOf(config, agent, timing).token(asDrive(ann.email));
  await expect(suspended).rejects.toMatchObject({ trouble: 'spaceGone' });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const outsider = { ...config, serviceAccountKey: { ...config.serviceAccountKey, private_key } };
  const wrong = tokensOf(outsider, agent, timing).token(asDrive(ann.email));
  await expect(wrong).rejects.toMatchObject({ trouble: 'unauthorized', message: /invalid_grant.*Signature/ });
});

test('one scope too many and the whole token is refused', async () => {
  fake.account.delegated = delegated.filter((scope) => !scope.endsWith('drive.activity.readonly'));
  expect((await requestToken(config, agent, timing, ann.email, DRIVE_SCOPES)).status).toBe(401);
  expect((await requestToken(config, agent, timing, ann.email, ['drive.readonly'])).status).toBe(200);
});

test('an assertion is refused for a wrong audience, issuer, life or key id', async () => {
  const seconds = Math.floor(clock.now() / 1000);
  const claims = {
    iss: fake.account.email,
    aud: tokenUrl,
    sub: ann.email,
    iat: seconds,
    exp: seconds + 3600,
    scope: delegated[2],
  };
  const ask = async (given: Record<string, unknown>, kid = fake.account.keyId) => {
    const assertion = await new SignJWT({ ...claims, ...given })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
      .sign(createPrivateKey(fake.keyFile.private_key));
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    return (await requestTokenReply({ url: tokenUrl, form, agent, timing })).status;
  };
  expect(await ask({})).toBe(200);
  expect(await ask({ aud: 'https://elsewhere.example/token' })).toBe(400);
  expect(await ask({ iss: 'somebody@else.example' })).toBe(400);
  expect(await ask({ exp: seconds + 7200 })).toBe(400);
  expect(await ask({ iat: seconds - 7200, exp: seconds - 3600 })).toBe(400);
  expect(await ask({ sub: 'nobody@example.org' })).toBe(400);
  expect(await ask({}, 'another-key')).toBe(400);
});
