import { keyedMutex } from '#platform/async/mutex.ts';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { UserRow } from '../accounts.tables.ts';
import { passwordFits } from '../passwords/password-hash.ts';
import { consume, prove } from '../second-factor/prove.ts';
import { nameKey } from '../users/user.rules.ts';
import { type Candidate, candidateStore } from './candidate.store.ts';
import type { Credentials } from './credentials.schema.ts';
import { knownDevice } from './known-device.ts';
import { SignInProblems, tooManyAttempts } from './sign-in.problems.ts';
import { addressSubject } from './throttle.rules.ts';
import { beginAttempt, type Trying } from './throttle.ts';

type Needs = Pick<Platform, 'db' | 'secrets' | 'now'>;

/** Where credentials came from: the network address, and the Cookie header when there was one. */
export interface Sender {
  readonly address: string;
  readonly cookie: string | undefined;
}

const inTurn = keyedMutex(50);
const lineOf = ({ account, address, device }: Trying): string => `${account} ${device ?? addressSubject(address)}`;

/**
 * The account these credentials belong to. Refusals are all alike, and so is the work done for them: the second factor
 * is computed and a password verified whether or not there is such an account, and nothing is used up unless all fits.
 */
export async function verifyCredentials(
  platform: Needs,
  credentials: Credentials,
  { address, cookie }: Sender,
): Promise<UserRow> {
  const name = nameKey(credentials.username);
  const candidates = candidateStore(platform.db.queries);
  const account = (await candidates.named(name))?.id ?? name;
  const trying: Trying = { account, address, device: knownDevice(platform, account, cookie) };
  // Each sender has a line of its own: a flood from elsewhere does not keep the owner waiting.
  const user = await inTurn(lineOf(trying), async () => {
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
  const proof = await prove(platform, candidate, credentials);
  const knows = await passwordFits(candidate?.password_hash ?? null, credentials.password);
  if (candidate === null || !knows || proof === null || candidate.disabled_at !== null) refuse(SignInProblems.refused);
  if (!(await consume(platform, candidate.id, proof))) refuse(SignInProblems.refused);
  return candidate;
}
