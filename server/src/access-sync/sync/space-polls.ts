import { inBackground } from '#platform/in-background.ts';
import type { SpaceRow } from '../access-sync.tables.ts';
import { spaceActivity } from '../graph/space.store.ts';
import type { Activity } from './activity.ts';
import { Coalescer } from './coalescer.ts';
import { readSpace } from './read-space.ts';
import type { Session } from './session.ts';
import { spacesById } from './sync.store.ts';

const LEAST_AT_ONCE = 6;
/** Of a provider that answers in 150 ms, this many reach ten thousand people in fifteen seconds. */
const MOST_AT_ONCE = 128;
const VERIFY_AFTER_SECONDS = 30;
const VERIFY_AT_ONCE = 40;
const VERIFY_PER_SECOND = 2;

type NewActivity = (name: string, work: () => Promise<void>, pauseSeconds: () => number) => Activity;

/** The spaces of a connection, each polled on a clock of its own. There may be one for each person. */
export class SpacePolls {
  readonly #session: Session;
  readonly #newActivity: NewActivity;
  readonly #verification: Verification;
  readonly #rows: Coalescer<number, Map<number, SpaceRow>>;
  readonly #spaces = new Map<number, Activity>();
  /** Those that were due at the last look, the longest first. */
  #waiting: Activity[] = [];
  #polling = 0;
  #atOnce = LEAST_AT_ONCE;
  #stopped = false;

  constructor(session: Session, newActivity: NewActivity) {
    this.#session = session;
    this.#newActivity = newActivity;
    this.#rows = new Coalescer((ids: readonly number[]) => spacesById(session.platform.db.queries, ids));
    this.#verification = new Verification(VERIFY_PER_SECOND, 2 * VERIFY_AT_ONCE, session.platform.now());
  }

  all(): Iterable<Activity> {
    return this.#spaces.values();
  }

  stop(): void {
    this.#stopped = true;
  }

  look(rows: readonly SpaceRow[], everyMs: number): void {
    const there = new Set(rows.map((row) => row.id));
    for (const [id, one] of this.#spaces) if (!there.has(id) && !one.running) this.#spaces.delete(id);
    for (const { id } of rows) if (!this.#spaces.has(id)) this.#spaces.set(id, this.#activityOf(id));
    const crawling = new Set(rows.filter((row) => row.crawl_generation !== null).map((row) => row.id));
    this.#polling = [...this.#spaces].filter(([id, one]) => one.running && !crawling.has(id)).length;
    this.#waiting = [...this.#spaces.values()].filter((one) => one.due()).sort((a, b) => b.dueAt - a.dueAt);
    const needed = Math.ceil((rows.length * everyMs) / (1000 * this.#session.connection.poll_seconds));
    this.#atOnce = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, needed));
    this.#begin();
  }

  /** As many as may run at once; each that ends makes room for the next. */
  #begin(): void {
    while (!this.#stopped && this.#polling < this.#atOnce) {
      const one = this.#waiting.pop();
      if (one === undefined) return;
      if (!one.due()) continue;
      this.#polling++;
      one.startIfDue();
      inBackground(this.#session.platform.log, 'polling a space', async () => {
        await one.ended();
        this.#polling = Math.max(0, this.#polling - 1);
        this.#begin();
      });
    }
  }

  #activityOf(id: number): Activity {
    const { connection } = this.#session;
    return this.#newActivity(
      spaceActivity(id),
      () => this.#read(id),
      () => connection.poll_seconds,
    );
  }

  async #read(spaceId: number): Promise<void> {
    const { platform } = this.#session;
    const space = (await this.#rows.with(spaceId)).get(spaceId);
    if (space === undefined) return;
    const now = platform.now();
    await readSpace(this.#session, space, {
      before: new Date(now.getTime() - VERIFY_AFTER_SECONDS * 1000),
      most: Math.min(VERIFY_AT_ONCE, this.#verification.left(now)),
      spend: (count) => this.#verification.spend(count),
    });
  }
}

/**
 * How many shared items may be read again, beside what changed: so many in a second and no more, however many spaces there
 * are. Reading permissions is the dearest call there is, and changes must not wait for a limit that this has used up.
 */
export class Verification {
  readonly #perSecond: number;
  readonly #most: number;
  #left: number;
  #countedAt: number;

  constructor(perSecond: number, most: number, now: Date) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#left = most;
    this.#countedAt = now.getTime();
  }

  left(now: Date): number {
    const seconds = Math.max(0, now.getTime() - this.#countedAt) / 1000;
    this.#countedAt = now.getTime();
    this.#left = Math.min(this.#most, this.#left + seconds * this.#perSecond);
    return Math.max(0, Math.floor(this.#left));
  }

  spend(count: number): void {
    this.#left -= count;
  }
}
