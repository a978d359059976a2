import type { Platform } from '#platform/context.ts';
import { tooManyAttempts } from './sign-in.problems.ts';
import { type Subject, signInAttemptStore } from './sign-in-attempt.store.ts';
import { type Attempts, addressSubject, afterFailure, forgottenBefore, waitSeconds } from './throttle.rules.ts';

type Needs = Pick<Platform, 'db' | 'secrets' | 'now'>;

export interface Attempt {
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt as failed before it is looked at, so that a thousand guesses sent at once are not a thousand
 * free ones; a success takes that back. `account` is a user id, or the name as typed when nobody has it. The state lies in the database: it outlives restarts and holds for all servers.
 */
export async function beginAttempt(platform: Needs, account: string, address: string): Promise<Attempt> {
  const { db, secrets, now } = platform;
  const subjects: readonly Subject[] = [
    { scope: 'account', subject: secrets.fingerprint(`account:${account}`) },
    { scope: 'address', subject: secrets.fingerprint(`address:${addressSubject(address)}`) },
  ];
  const at = now();
  // On its own, before the transaction: swept rows are locked, and locks are only taken account first, address second.
  await signInAttemptStore(db.queries).sweep(forgottenBefore(at));
  const counted = await db.transaction(async (tx) => {
    const store = signInAttemptStore(tx);
    const before: Attempts[] = [];
    for (const subject of subjects) before.push(await store.locked(subject));
    const wait = Math.max(...before.map((attempts) => waitSeconds(attempts, at)));
    if (wait > 0) throw tooManyAttempts(wait);
    const after = subjects.map(({ scope }, index) => afterFailure(scope, before[index] as Attempts, at));
    for (const [index, subject] of subjects.entries()) await store.save(subject, after[index] as Attempts);
    return after;
  });
  return {
    succeeded: () =>
      db.transaction(async (tx) => {
        const store = signInAttemptStore(tx);
        const [account, addressed] = subjects as [Subject, Subject];
        await store.forget(account);
        await store.giveBack(addressed, counted[1] as Attempts);
      }),
  };
}
