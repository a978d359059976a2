import type { IncomingHttpHeaders } from 'node:http';
import { keyedMutex } from '#platform/async/mutex.ts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { RequestHead } from '#platform/http/ports.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import type { UserRow } from '../accounts.tables.ts';
import { verifyPassword } from '../credentials/password.ts';
import { consumeProof, verifySecondFactor } from '../credentials/second-factor.ts';
import { actorOf, nameKey } from '../directory/user.rules.ts';
import { knownDevice } from './known-device.ts';
import { SignInProblems, throwWrongPassword, tooManyAttempts } from './sign-in.problems.ts';
import { Credentials } from './sign-in.schema.ts';
import { type Candidate, candidateStore } from './sign-in.store.ts';
import { addressSubject } from './throttle.rules.ts';
import { beginAttempt, type SignInAttempt } from './throttle.ts';

type Needs = Pick<Platform, 'db' | 'secrets' | 'now'>;

/** Where credentials came from: the network address, and the Cookie header when there was one. */
interface Sender {
  readonly address: string;
  readonly cookie: string | undefined;
}

const perSender = keyedMutex(50);
const senderKey = ({ account, address, device }: SignInAttempt): string =>
  `${account} ${device ?? addressSubject(address)}`;

/**
 * The account these credentials belong to. Refusals are all alike, and so is the work done for them: the second factor
 * is computed and a password verified whether or not there is such an account, and nothing is used up unless all fits.
 */
async function verifyCredentials(
  platform: Needs,
  credentials: Credentials,
  { address, cookie }: Sender,
): Promise<UserRow> {
  const name = nameKey(credentials.username);
  const candidates = candidateStore(platform.db.queries);
  const account = (await candidates.named(name))?.id ?? name;
  const trying: SignInAttempt = { account, address, device: knownDevice(platform, account, cookie) };
  // Each sender has a line of its own: a flood from elsewhere does not keep the owner waiting.
  const user = await perSender(senderKey(trying), async () => {
    const attempt = await beginAttempt(platform, trying);
    // Read now, not before the wait: the password, the factor or the account itself may have changed meanwhile.
    const known = await verify(platform, await candidates.named(name), credentials);
    await attempt.succeeded();
    return known;
  });
  if (user === null) throw tooManyAttempts(1);
  return user;
}

async function verify(platform: Needs, candidate: Candidate | null, credentials: Credentials): Promise<UserRow> {
  const proof = await verifySecondFactor(platform, candidate, credentials);
  const knows = await verifyPassword(candidate?.password_hash ?? null, credentials.password);
  if (candidate === null || !knows || proof === null || candidate.disabled_at !== null) refuse(SignInProblems.refused);
  if (!(await consumeProof(platform, candidate.id, proof))) refuse(SignInProblems.refused);
  return candidate;
}

/** The same request, now that we know who makes it. */
export async function signIn(
  ctx: OpenCtx,
  credentials: Credentials,
  { cookie }: Pick<IncomingHttpHeaders, 'cookie'>,
): Promise<Ctx> {
  const user = await verifyCredentials(ctx, credentials, { address: ctx.address, cookie });
  return { ...ctx, log: ctx.log, actor: actorOf(user, 'basic') };
}

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

/** What decides over an account takes its password, and the second factor where there is one: a key or an open browser
 * is not enough. */
export function confirmPassword(
  ctx: Ctx,
  present: Omit<Credentials, 'username'>,
  { cookie }: Pick<IncomingHttpHeaders, 'cookie'>,
): Promise<UserRow> {
  const credentials = { username: ctx.actor.username, ...present };
  return verifyCredentials(ctx, credentials, { address: ctx.address, cookie }).catch(throwWrongPassword);
}
