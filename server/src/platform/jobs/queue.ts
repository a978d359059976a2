import { sql } from 'kysely';
import { type Db, fromKysely, PgBoss } from 'pg-boss';
import type { Database, Tx } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';

/**
 * Light work is short and mostly waits: it has places of its own in every worker and never queues behind training.
 * Scoring is long, and somebody reads along: it waits neither for training, nor do short jobs wait for it.
 */
export const LANES = ['heavy', 'light', 'scoring'] as const;

export type Lane = (typeof LANES)[number];

/** One start of one job. Once another start has begun, nothing done in the name of this one has any effect. */
export interface Claim {
  readonly jobId: string;
  readonly lane: Lane;
  readonly number: number;
}

export interface ClaimedWork extends Claim {
  readonly kind: string;
  /** JSON text: the queue's own column would round 64-bit integers. */
  readonly input: string;
  /** The trace in which the job was asked for. */
  readonly trace: Readonly<Record<string, string>>;
}

export interface Work extends Omit<ClaimedWork, 'number'> {
  readonly priority: number;
  readonly organizationId: string;
  readonly retryDelaySeconds: number;
}

/**
 * Who runs what next. Every call takes the caller's transaction, so that the queue and the record people see never
 * disagree. Ended work leaves the queue: the record is what lasts, and the queue's table stays small.
 */
export interface JobQueue {
  put(tx: Tx, work: Work): Promise<void>;
  /** The highest priority first, the oldest first among equals; nobody else gets these. `except`: organizations. */
  claim(tx: Tx, lane: Lane, most: number, except?: readonly string[]): Promise<ClaimedWork[]>;
  /** Each of these is false when the claim is no longer held. */
  remove(tx: Tx, claim: Claim): Promise<boolean>;
  handBack(tx: Tx, claim: Claim): Promise<boolean>;
  postpone(tx: Tx, claim: Claim, seconds: number): Promise<boolean>;
  retryLater(tx: Tx, claim: Claim): Promise<boolean>;
  /** Whatever its state and whoever holds it. */
  drop(tx: Tx, jobId: string): Promise<void>;
  close(): Promise<void>;
}

const LONGEST_RETRY_DELAY_SECONDS = 15 * 60;
/** How often a job may be tried is our decision, kept in its record; the queue never gives up by itself. */
const ENDLESS = 1_000_000;

/** The only file that knows pg-boss. Its own workers, heartbeats and expiry (at most 24 hours) are not used. */
export async function openQueue(db: Database, log: Logger): Promise<JobQueue> {
  const boss = new PgBoss({ db: onPool(db), schema: 'pgboss', supervise: false, schedule: false });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue reported a problem'));
  await boss.start();
  // One queue a lane, for all kinds: priorities hold across kinds, and one query finds a worker its next work.
  for (const lane of LANES) await boss.createQueue(lane, { retryLimit: ENDLESS });

  const held = (response: object): boolean => 'affected' in response && response.affected === 1;
  const attempt = (claim: Claim) => ({ id: claim.jobId, retryCount: claim.number });
  const handBack = async (tx: Tx, claim: Claim): Promise<boolean> => {
    // Cancelled and resumed, not restored: so that the next start gets a new number and this one loses its rights.
    if (!held(await boss.cancel(claim.lane, attempt(claim), { db: fromKysely(tx) }))) return false;
    await boss.resume(claim.lane, claim.jobId, { db: fromKysely(tx) });
    return true;
  };

  return {
    async put(tx, { jobId, lane, kind, input, trace, priority, organizationId, retryDelaySeconds }) {
      await boss.send(
        lane,
        { kind, input, trace },
        {
          id: jobId,
          priority,
          group: { id: organizationId },
          retryLimit: ENDLESS,
          retryBackoff: true,
          retryDelay: retryDelaySeconds,
          retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
          db: fromKysely(tx),
        },
      );
    },
    async claim(tx, lane, most, except = []) {
      const jobs = await boss.fetch<Pick<Work, 'kind' | 'input' | 'trace'>>(lane, {
        batchSize: most,
        ignoreGroups: [...except],
        db: fromKysely(tx),
      });
      return jobs.map(({ id, retryCount, data }) => ({ jobId: id, lane, number: retryCount, ...data }));
    },
    remove: async (tx, claim) => held(await boss.deleteJob(claim.lane, attempt(claim), { db: fromKysely(tx) })),
    handBack,
    async postpone(tx, claim, seconds) {
      if (!(await handBack(tx, claim))) return false;
      await sql`UPDATE pgboss.job SET start_after = now() + make_interval(secs => ${seconds})
        WHERE name = ${claim.lane} AND id = ${claim.jobId}`.execute(tx);
      return true;
    },
    retryLater: async (tx, claim) => held(await boss.fail(claim.lane, attempt(claim), null, { db: fromKysely(tx) })),
    async drop(tx, jobId) {
      for (const lane of LANES) await boss.deleteJob(lane, jobId, { db: fromKysely(tx) });
    },
    close: () => boss.stop({ close: false, graceful: false }),
  };
}

const onPool = (db: Database): Db => ({
  executeSql: (text, values) => db.pool.query(text, values),
});
