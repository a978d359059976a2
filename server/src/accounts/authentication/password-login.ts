import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { RequestHead } from '#platform/http/ports.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { actorOf } from '../actor-of.ts';
import { Credentials } from '../sign-in/credentials.schema.ts';
import { SignInProblems } from '../sign-in/sign-in.problems.ts';
import { verifyCredentials } from '../sign-in/verify-credentials.ts';

/** The documented names first, then those that published clients send. */
const TOTP_HEADERS = ['x-service-totpcode', 'x-datarobot-totpcode'];
const RECOVERY_HEADERS = ['x-service-recoverycode', 'x-datarobot-recoverycode'];

function headerOf(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}

/** HTTP Basic with the account's password, and the second factor in headers: for routes that have no JSON body. */
export async function actorByPassword(
  platform: Platform,
  { headers, address }: RequestHead,
  username: string,
  password: string,
): Promise<Actor> {
  const totpCode = headerOf(headers, TOTP_HEADERS);
  const recoveryCode = headerOf(headers, RECOVERY_HEADERS);
  const sent = Credentials.safeParse({
    username,
    password,
    ...(totpCode === undefined ? {} : { totpCode }),
    ...(recoveryCode === undefined ? {} : { recoveryCode }),
  });
  if (!sent.success) refuse(SignInProblems.refused);
  return actorOf(await verifyCredentials(platform, sent.data, { address, cookie: headers.cookie }), 'basic');
}

export const passwordNeeded = (): Problem =>
  new Problem(
    401,
    'accounts.password_needed',
    'This route takes HTTP Basic with the username and password of the account; an API key or token is not enough. ' +
      'With a key, use GET /api/v2/api_token/ or make keys under /api/v2/account/apiKeys/.',
    { headers: { 'www-authenticate': 'Basic realm="Almanac", charset="UTF-8"' } },
  );
