import { hash, verify } from '@node-rs/argon2';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { deleteRows } from '#platform/db/rows.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import type { UserRow } from '../accounts.tables.ts';
import { wrongPassword } from '../directory/user.rules.ts';
import { userStore } from '../directory/user.store.ts';
import { commonPassword, type Names } from './common-password.rules.ts';
import { PasswordProblems } from './credential.problems.ts';
import { tokenStore } from './credential.store.ts';

/** Null when this may become the password of this account, else what is wrong with it. */
export const wrongNewPassword = (password: string, names: Names): string | null =>
  wrongPassword(password) ?? commonPassword(password, names);

/** 422 that reads as a sentence and names the field; the password itself is told to nobody. */
const passwordProblem = (field: string, reason: string): Problem =>
  new Problem(422, 'accounts.wrong_password', `The password ${reason}.`, {
    fields: { [field]: `The password ${reason}` },
  });

/** The only way to a stored password: whoever sets one, and wherever, it is looked at first. */
export function hashNewPassword(password: string, names: Names, field = 'password'): Promise<string> {
  const reason = wrongNewPassword(password, names);
  if (reason !== null) throw passwordProblem(field, reason);
  return hashPassword(password);
}

/** argon2id by default. 19 MiB and two passes: about 35 ms of one core, away from the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What is verified when there is no such account, so that the answer takes as long as for one that exists. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$1hGHi2CvVaF0PvPi9wikMA$TRx+Kwp3/jSHvUNuCdQA7HQcgrwyewyz5AyaizxMJjs';

const atMost = limitConcurrency(2, 100);

export async function hashPassword(password: string): Promise<string> {
  return (await atMost(() => hash(password, COST))) ?? refuse(PasswordProblems.tooBusy);
}

/** `stored` is null for accounts without a password and for accounts that do not exist: false, after the same time. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = (await atMost(() => verify(stored ?? DUMMY_HASH, password))) ?? refuse(PasswordProblems.tooBusy);
  return fits && stored !== null;
}

/** What else may go with the old password. */
interface Revoking {
  readonly revokeApiKeys?: boolean | undefined;
  readonly revokeApiToken?: boolean | undefined;
}

/** Whatever the old password opened is closed: sessions and reset links always, keys and the token when asked for. */
export async function setPassword(
  { secrets, now }: Pick<Platform, 'secrets' | 'now'>,
  tx: Tx,
  user: Pick<UserRow, 'id' | 'username' | 'email'>,
  passwordHash: string,
  { revokeApiKeys, revokeApiToken }: Revoking,
): Promise<void> {
  await userStore(tx).update(user.id, { password_hash: passwordHash }, user);
  await deleteRows(tx, 'sessions', { user_id: user.id });
  await deleteRows(tx, 'password_resets', { user_id: user.id });
  if (revokeApiKeys) await deleteRows(tx, 'api_keys', { user_id: user.id });
  if (revokeApiToken) await tokenStore(tx, secrets).issue(user.id, now());
}

/**
 * Lets `most` pieces of work run at once and `waiting` more queue. Answers null, without starting the work, when the
 * queue is full: a flood of sign-ins must not take the machine's memory or every thread of the file system's pool.
 */
export function limitConcurrency(most: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (running >= most) {
      if (queue.length >= waiting) return null;
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
