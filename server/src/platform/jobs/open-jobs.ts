import { randomUUID } from 'node:crypto';
import { coalesce } from '../async/coalesce.ts';
import type { JobKind, Jobs } from '../context.ts';
import { afterCommit, type Database, type Tx } from '../db/database.ts';
import { inBackground } from '../in-background.ts';
import { stringifyJson } from '../json.ts';
import type { Logger } from '../log/logger.ts';
import { traceCarrier } from '../tracing/span.ts';
import { insertRecord, markEnded, notifyWorkers } from './job.store.ts';
import { type Lane, openQueue } from './queue.ts';

const DEFAULT_RETRY_DELAY_SECONDS = 5;

/** The server's side of the queue. Workers are started with `startWorker`, in this process or in any other. */
export async function openJobs(db: Database, log: Logger): Promise<Jobs> {
  const queue = await openQueue(db, log);
  const kinds = new Map<string, JobKind<unknown>>();
  const missed = (err: unknown) => log.warn({ err }, 'Workers were not told of new work; they will find it themselves');
  const tell = {
    heavy: coalesce(() => notifyWorkers(db.queries, 'heavy'), missed),
    light: coalesce(() => notifyWorkers(db.queries, 'light'), missed),
    scoring: coalesce(() => notifyWorkers(db.queries, 'scoring'), missed),
  };

  /**
   * After the commit, and once for many: transactions that notify commit one after the other in the whole database.
   * Should it be lost, workers find the job when they next look, within a second.
   */
  const announce = async (tx: Tx, lane: Lane) => {
    const told = afterCommit(tx, () => inBackground(log, 'telling workers of new work', tell[lane]));
    if (!told) await notifyWorkers(tx, lane);
  };

  return {
    queue,
    kinds,
    register(kind) {
      if (kinds.has(kind.name)) throw new Error(`Two kinds of job are named ${kind.name}; names must differ.`);
      kinds.set(kind.name, kind as JobKind<unknown>);
    },
    async enqueue(tx, kind, input, options) {
      const id = randomUUID();
      const lane = kind.lane ?? 'heavy';
      await insertRecord(tx, { id, kind: kind.name, lane, retries: kind.retries }, options);
      await queue.put(tx, {
        jobId: id,
        lane,
        kind: kind.name,
        input: stringifyJson(input),
        trace: traceCarrier(),
        priority: options.priority ?? 0,
        organizationId: options.actor.organizationId,
        retryDelaySeconds: kind.retryDelaySeconds ?? DEFAULT_RETRY_DELAY_SECONDS,
      });
      await announce(tx, lane);
      return id;
    },
    cancel: (jobId, message = 'The job was cancelled.') =>
      db.transaction(async (tx) => {
        await queue.drop(tx, jobId);
        const cancelled = await markEnded(tx, jobId, { status: 'ABORTED', message });
        if (cancelled) await notifyWorkers(tx, `stop ${jobId}`);
        return cancelled;
      }),
    close: () => queue.close(),
  };
}
