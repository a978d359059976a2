import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { tooManyAttempts } from './sign-in.problems.ts';
import { knownAddressStore, type Subject, signInAttemptStore } from './sign-in.store.ts';
import {
  type Attempts,
  addressSubject,
  afterFailure,
  forgottenBefore,
  type Scope,
  waitSeconds,
} from './throttle.rules.ts';

type Needs = Pick<Platform, 'db' | 'secrets' | 'now'>;

/** Who tries to prove who they are, and from where. */
export interface SignInAttempt {
  /** A user id, or the name as typed when nobody has it. */
  readonly account: string;
  readonly address: string;
  /** Id of a device on which the account was signed in to before; null for others. */
  readonly device: string | null;
}

export interface Attempt {
  succeeded(): Promise<void>;
}

const KNOWN_MS = 90 * 24 * 3600 * 1000;

/**
 * Counts an attempt as failed before it is looked at, so that a thousand guesses sent at once are not a thousand
 * free ones; a success takes that back. A known device has a budget of its own, which nobody else can use up; a known
 * address is not held to the budget that the account has in all. The state lies in the database: it outlives restarts
 * and holds for all servers.
 */
export async function beginAttempt(platform: Needs, trying: SignInAttempt): Promise<Attempt> {
  const { db, now } = platform;
  const at = now();
  const subjects = subjectsOf(platform, trying);
  // On its own, before the transaction: swept rows are locked, and locks are only taken in the order of the subjects.
  await signInAttemptStore(db.queries).sweep(forgottenBefore(at));
  const counted = await db.transaction((tx) => count(tx, subjects, at));
  return {
    succeeded: async () => {
      await knownAddressStore(db.queries).sweep(at);
      await db.transaction((tx) => takeBack(tx, trying.account, counted, at));
    },
  };
}

interface Counted extends Subject {
  readonly after: Attempts;
}

/** Always in this order, or two attempts may wait on each other. */
function subjectsOf({ secrets }: Needs, { account, address, device }: SignInAttempt): readonly Subject[] {
  const subject = (scope: Scope, text: string): Subject => ({
    scope,
    subject: secrets.fingerprint(`${scope}:${text}`),
  });
  if (device !== null) return [subject('device', `${account} ${device}`)];
  const from = addressSubject(address);
  return [subject('pair', `${account} ${from}`), subject('account', account), subject('address', from)];
}

async function count(tx: Tx, subjects: readonly Subject[], at: Date): Promise<readonly Counted[]> {
  const store = signInAttemptStore(tx);
  const [first] = subjects;
  const known = first?.scope === 'pair' && (await knownAddressStore(tx).isKnown(first.subject, at));
  const counting = known ? subjects.filter(({ scope }) => scope !== 'account') : subjects;
  const counted: Counted[] = [];
  let wait = 0;
  for (const subject of counting) {
    const before = await store.locked(subject);
    wait = Math.max(wait, waitSeconds(before, at));
    counted.push({ ...subject, after: afterFailure(subject.scope, before, at) });
  }
  if (wait > 0) throw tooManyAttempts(wait);
  for (const { after, ...subject } of counted) await store.save(subject, after);
  return counted;
}

/** Whoever succeeds is not slowed by their own failures; what others did to the account or the address still counts. */
async function takeBack(tx: Tx, userId: string, counted: readonly Counted[], at: Date): Promise<void> {
  const store = signInAttemptStore(tx);
  for (const { after, ...subject } of counted) {
    if (subject.scope === 'account' || subject.scope === 'address') await store.giveBack(subject, after);
    else await store.forget(subject);
    if (subject.scope === 'pair') {
      await knownAddressStore(tx).remember(userId, subject.subject, new Date(at.getTime() + KNOWN_MS));
    }
  }
}
