import { minuteOf } from './counters.ts';
import { Ledger } from './ledger.ts';
import type { PlanStore, ResourceKey } from './plan.store.ts';
import type { UsageJournal } from './usage-journal.ts';

export const textOf = ({ organizationId, type, id }: ResourceKey): string => `${organizationId} ${type} ${id}`;

/** Beyond this many resources the oldest answers are forgotten; what was used of a quota is not. */
const MOST_RESOURCES = 100_000;

interface Options {
  readonly store: PlanStore;
  readonly journal: UsageJournal;
  nowMs(): number;
}

/**
 * Which quota holds for a resource, from memory. It forgets at once what is announced as changed, and remembers nothing
 * while announcements cannot be heard, or that was read before the last one.
 */
export class PlanCache {
  readonly #options: Options;
  readonly #byResource = new Map<string, Ledger | null>();
  readonly #reading = new Map<string, Promise<Ledger | null>>();
  readonly #ledgers = new Map<string, Ledger>();
  readonly #opening = new Map<string, Promise<Ledger>>();
  #listening = false;
  #generation = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Undefined: not known, ask `read`. Null: there is none. */
  find(key: string): Ledger | null | undefined {
    return this.#byResource.get(key);
  }

  read(resource: ResourceKey): Promise<Ledger | null> {
    const key = textOf(resource);
    const begun = this.#reading.get(key);
    if (begun !== undefined) return begun;
    const reading = this.#read(resource, key).finally(() => {
      if (this.#reading.get(key) === reading) this.#reading.delete(key);
    });
    this.#reading.set(key, reading);
    return reading;
  }

  forget(key: string): void {
    this.#generation++;
    this.#byResource.delete(key);
    // What began before the change may have read the state before it: later callers must not wait for that.
    this.#reading.delete(key);
  }

  /** What changed while nobody listened is unknown: both turns of the switch forget everything. */
  listening(now: boolean): void {
    this.#listening = now;
    this.#generation++;
    this.#byResource.clear();
    this.#reading.clear();
  }

  prune(minute: number): void {
    for (const ledger of this.#ledgers.values()) ledger.prune(minute);
  }

  async #read(resource: ResourceKey, key: string): Promise<Ledger | null> {
    const readAt = this.#generation;
    const ledger = await this.#newest(resource);
    if (this.#listening && readAt === this.#generation) {
      if (this.#byResource.size >= MOST_RESOURCES) this.#dropOldest();
      this.#byResource.set(key, ledger);
    }
    return ledger;
  }

  async #newest(resource: ResourceKey): Promise<Ledger | null> {
    const head = await this.#options.store.head(resource);
    if (head === undefined) return null;
    const known = this.#ledgers.get(head.id);
    if (known !== undefined && known.plan.version >= head.version) return known;
    const plan = await this.#options.store.plan(resource);
    if (plan === null) return null;
    const ledger = this.#ledgers.get(plan.quotaId) ?? (await this.#open(plan));
    ledger.follow(plan);
    return ledger;
  }

  /** What was used before is read before anybody is let in, and only once. */
  #open(plan: Ledger['plan']): Promise<Ledger> {
    const begun = this.#opening.get(plan.quotaId);
    if (begun !== undefined) return begun;
    const { store, journal, nowMs } = this.#options;
    const opening = (async () => {
      const ledger = new Ledger(plan, journal);
      const minute = minuteOf(nowMs());
      ledger.restore(minute, await store.usedSoFar(plan.quotaId, minute));
      this.#ledgers.set(plan.quotaId, ledger);
      return ledger;
    })().finally(() => this.#opening.delete(plan.quotaId));
    this.#opening.set(plan.quotaId, opening);
    return opening;
  }

  #dropOldest(): void {
    const [oldest] = this.#byResource.keys();
    if (oldest !== undefined) this.#byResource.delete(oldest);
  }
}

const MOST_USERS = 100_000;

/** The groups of users, from memory; forgets as the plans do. */
export class Memberships {
  readonly #groupsOf: PlanStore['groupsOf'];
  readonly #byUser = new Map<string, readonly string[]>();
  #listening = false;
  #generation = 0;

  constructor(groupsOf: PlanStore['groupsOf']) {
    this.#groupsOf = groupsOf;
  }

  find(userId: string): readonly string[] | undefined {
    return this.#byUser.get(userId);
  }

  async read(organizationId: string, userId: string): Promise<readonly string[]> {
    const readAt = this.#generation;
    const groups = await this.#groupsOf(organizationId, userId);
    if (this.#listening && readAt === this.#generation) {
      if (this.#byUser.size >= MOST_USERS) this.#byUser.clear();
      this.#byUser.set(userId, groups);
    }
    return groups;
  }

  forget(userId: string): void {
    this.#generation++;
    this.#byUser.delete(userId);
  }

  listening(now: boolean): void {
    this.#listening = now;
    this.#generation++;
    this.#byUser.clear();
  }
}
