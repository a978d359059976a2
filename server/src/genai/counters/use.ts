import type { Platform } from '#platform/context.ts';
import { afterCommit, type Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import type { Counter } from '../genai.tables.ts';
import { CounterProblems } from './counter.problems.ts';
import { type Account, counterStore, hold, lockCounter } from './counter.store.ts';
import { heldPlacesOf, heldUntil } from './held-places.ts';
import { countingOf } from './journal/counting.ts';

/** An operation under way that will count once it has completed. */
export interface Use {
  /** Counted, and kept. Call it once, before the caller can know that the operation has completed. */
  completed(): Promise<void>;
  /** The same inside a transaction, together with what the operation made. */
  completedIn(tx: Tx): Promise<void>;
  /** It counts for nothing. */
  failed(): Promise<void>;
}

type Using = Pick<Platform, 'db' | 'config' | 'now' | 'log'>;

const limitOf = ({ config }: Using, counter: Counter): number | null =>
  counter === 'llmApiCalls' ? config.llm.callLimit : config.llm.vectorDatabaseLimit;

/** Before an operation that counts: refused when the person has no place left. */
export async function beginUse(
  platform: Using,
  actor: Actor,
  counter: Counter,
  /** Work that may begin again, since its worker died: it goes on in the place it had. */
  workId?: string,
): Promise<Use> {
  const account: Account = { organizationId: actor.organizationId, userId: actor.userId, counter };
  const limit = limitOf(platform, counter);
  if (limit === null) return freeUse(platform, account);
  return heldUse(platform, account, limit, workId ?? newId(platform.now()));
}

function freeUse(platform: Using, account: Account): Use {
  return {
    completed: () => countingOf(platform).count(account),
    completedIn: (tx) => counterStore(tx).add([{ ...account, completed: 1 }]),
    failed: async () => undefined,
  };
}

/** Whether so many operations would fit now. Each still has to begin by itself; this is to refuse early and plainly. */
export async function requirePlaces(platform: Using, actor: Actor, counter: Counter, places: number): Promise<void> {
  const limit = limitOf(platform, counter);
  if (limit === null) return;
  const account: Account = { organizationId: actor.organizationId, userId: actor.userId, counter };
  const { completed, held } = await platform.db.transaction((tx) => lockCounter(tx, account, platform.now()));
  if (completed + held + places > limit) refuse(CounterProblems.limitReached, counter, limit, completed, held);
}

async function heldUse(platform: Using, account: Account, limit: number, id: string): Promise<Use> {
  const { db, now } = platform;
  await db.transaction(async (tx) => {
    const { completed, held } = await lockCounter(tx, account, now(), id);
    if (completed + held >= limit) refuse(CounterProblems.limitReached, account.counter, limit, completed, held);
    await hold(tx, id, account, now(), heldUntil(now()));
  });
  const places = heldPlacesOf(platform);
  places.add(id);
  const completedIn = async (tx: Tx) => {
    await counterStore(tx).add([{ ...account, completed: 1 }]);
    await counterStore(tx).dropHold(id);
    afterCommit(tx, () => places.delete(id));
  };
  return {
    completed: () => db.transaction(completedIn),
    completedIn,
    failed: async () => {
      places.delete(id);
      await counterStore(db.queries).dropHold(id);
    },
  };
}
