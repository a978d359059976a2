import type { Platform, ServiceDefinition } from '#platform/context.ts';
import { afterCommit, type Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { catalogue, forbidden, refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import { inBackground } from '#platform/in-background.ts';
import type { Counter } from '../genai.tables.ts';
import { type Account, counterStore, hold, lockCounter } from './counter.store.ts';
import { usageCounter } from './usage-counter.ts';

const SETTING = { llmApiCalls: 'ALMANAC_LLM_CALL_LIMIT', vectorDatabases: 'ALMANAC_VECTOR_DATABASE_LIMIT' } as const;
const NAME = { llmApiCalls: 'LLM API calls', vectorDatabases: 'vector databases' } as const;

const CounterProblems = catalogue({
  // Not 429: the count never goes down, so trying again cannot help and clients must not.
  limitReached: forbidden(
    'genai.limit_reached',
    (counter: keyof typeof SETTING, limit: number, completed: number, held: number) =>
      `This installation allows each person ${limit} ${NAME[counter]}; you have completed ${completed}` +
      `${held > 0 ? ` and have ${held} under way` : ''}. Ask its administrator to raise ${SETTING[counter]}.`,
  ),
});

/** An operation under way that will count once it has completed. */
export interface UsageReservation {
  /** Counted, and kept. Call it once, before the caller can know that the operation has completed. */
  completed(): Promise<void>;
  /** The same inside a transaction, together with what the operation made. */
  completedIn(tx: Tx): Promise<void>;
  /** It counts for nothing. */
  failed(): Promise<void>;
}

type Using = Pick<Platform, 'db' | 'config' | 'now' | 'log' | 'services'>;

const limitOf = ({ config }: Using, counter: Counter): number | null =>
  counter === 'llmApiCalls' ? config.llm.callLimit : config.llm.vectorDatabaseLimit;

/** Before an operation that counts: refused when the person has no place left. */
export async function reserveUse(
  platform: Using,
  actor: Actor,
  counter: Counter,
  /** Work that may begin again, since its worker died: it goes on in the place it had. */
  workId?: string,
): Promise<UsageReservation> {
  const account: Account = { organizationId: actor.organizationId, userId: actor.userId, counter };
  const limit = limitOf(platform, counter);
  if (limit === null) return unlimitedUse(platform, account);
  return limitedUse(platform, account, limit, workId ?? newId(platform.now()));
}

function unlimitedUse(platform: Using, account: Account): UsageReservation {
  return {
    completed: () => platform.services.get(usageCounter).count(account),
    completedIn: (tx) => counterStore(tx).add([{ ...account, completed: 1 }]),
    failed: async () => undefined,
  };
}

/** Whether so many operations would fit now. Each still has to begin by itself; this is to refuse early and plainly. */
export async function requireCapacity(platform: Using, actor: Actor, counter: Counter, places: number): Promise<void> {
  const limit = limitOf(platform, counter);
  if (limit === null) return;
  const account: Account = { organizationId: actor.organizationId, userId: actor.userId, counter };
  const { completed, held } = await platform.db.transaction((tx) => lockCounter(tx, account, platform.now()));
  if (completed + held + places > limit) refuse(CounterProblems.limitReached, counter, limit, completed, held);
}

async function limitedUse(platform: Using, account: Account, limit: number, id: string): Promise<UsageReservation> {
  const { db, now } = platform;
  await db.transaction(async (tx) => {
    const { completed, held } = await lockCounter(tx, account, now(), id);
    if (completed + held >= limit) refuse(CounterProblems.limitReached, account.counter, limit, completed, held);
    await hold(tx, id, account, now(), reservedUntil(now()));
  });
  const places = platform.services.get(reservationKeeper);
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

type Needs = Pick<Platform, 'db' | 'now' | 'log'>;

/** How long a place is held after its process last said that the work goes on: only the dead stop saying so. */
const HOLD_MS = 5 * 60 * 1000;
const RENEW_MS = 60 * 1000;
/** Longer than any operation runs: whoever forgot to end one does not hold its place for ever. */
const LONGEST_MS = 6 * 3600 * 1000;

const reservedUntil = (now: Date): Date => new Date(now.getTime() + HOLD_MS);

/** The places this process holds. */
class ReservationKeeper {
  readonly #needs: Needs;
  readonly #since = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  add(id: string): void {
    this.#since.set(id, performance.now());
    const renew = () => inBackground(this.#needs.log, 'renewing places of calls', () => this.#renew());
    this.#timer ??= setInterval(renew, RENEW_MS).unref();
  }

  delete(id: string): void {
    this.#since.delete(id);
    if (this.#since.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renew(): Promise<void> {
    const { db, now, log } = this.#needs;
    for (const [id, since] of this.#since) if (performance.now() - since > LONGEST_MS) this.delete(id);
    if (this.#since.size === 0) return;
    await counterStore(db.queries)
      .renewHolds([...this.#since.keys()], reservedUntil(now()))
      .catch((err: unknown) => log.warn({ err }, 'Places of calls under way could not be renewed'));
  }
}

const reservationKeeper: ServiceDefinition<ReservationKeeper> = {
  name: 'genai.reservations',
  open: (platform) => new ReservationKeeper(platform),
};
