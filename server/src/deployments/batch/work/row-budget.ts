import { setTimeout as pause } from 'node:timers/promises';
import type { JobRun, Platform } from '#platform/context.ts';
import { type BudgetReply, consumerOf, takeBudget } from '#quotas';
import type { CsvDialect } from '../../scoring/rows/csv-records.ts';
import { endAfterRows } from '../../scoring/rows/csv-records.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import type { Chunk } from './read-chunks.ts';

/** Shorter waits are waited for; a job that has to wait longer gives its place to others. */
const PATIENCE_MS = 2_000;

/** The quota gives nothing more for a while: the job goes on when it does. */
export class QuotaExhausted extends Error {
  readonly waitMs: number;

  constructor(waitMs: number, why: string) {
    super(why);
    this.waitMs = waitMs;
  }
}

/** Rows that may be scored: one request of the quota, which runs until it is settled. */
interface RowPermit {
  readonly rows: number;
  settle(actual: number): void;
}

/** What the quota of a deployment gives to one run of a job; rows are its tokens. */
interface RowBudget {
  /** As many rows as it gives now, at most so many and at least one. */
  take(most: number): Promise<RowPermit>;
  /** Gives back what was not settled. */
  close(): void;
}

/** Null: the job makes no predictions with a deployment. */
export function rowBudget(platform: Platform, job: BatchJobRow, { actor, signal }: JobRun): RowBudget | null {
  const { deployment_id: id, organization_id: organizationId, kind } = job;
  if (id === null || kind !== 'prediction') return null;
  const resource = { type: 'deployment' as const, id };
  const consumer = consumerOf(actor);
  const open = new Set<RowPermit>();
  let wake: () => void = () => undefined;

  const leave = (answer: Exclude<BudgetReply, { kind: 'wait' }>, most: number): RowPermit => {
    if (answer.kind === 'free') return { rows: most, settle: () => undefined };
    const given: RowPermit = {
      rows: answer.units,
      settle(actual) {
        open.delete(given);
        answer.settle(actual);
        wake();
      },
    };
    open.add(given);
    return given;
  };
  /** One of the job's own requests has ended, or so long has passed. */
  const placeFree = async (milliseconds: number) => {
    const over = new AbortController();
    const freed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const passed = pause(milliseconds, undefined, { signal: AbortSignal.any([signal, over.signal]) });
    await Promise.race([freed, passed]).finally(() => {
      passed.catch(() => undefined);
      over.abort();
    });
    signal.throwIfAborted();
  };

  return {
    async take(most) {
      for (let waitedMs = 0; ; ) {
        signal.throwIfAborted();
        const answer = await takeBudget(platform, { organizationId, resource, consumer, most }, signal);
        if (answer.kind !== 'wait') return leave(answer, most);
        const isOwn = answer.forPlace && open.size > 0;
        if (!isOwn) waitedMs += answer.waitMs;
        if (waitedMs > PATIENCE_MS) throw new QuotaExhausted(answer.waitMs, answer.why);
        await placeFree(answer.waitMs);
      }
    },
    close() {
      for (const one of [...open]) one.settle(0);
    },
  };
}

/** Rows that may be scored now. `settle`: how many of them there really were. */
export interface PaidChunk {
  readonly chunk: Chunk;
  settle(rows: number): void;
}

/** What was paid of rows that can only be scored together: it outlives the run. */
export interface PaidRows {
  readonly paid: number;
  add(rows: number): Promise<void>;
}

const nothing = () => undefined;
const ALL = Number.POSITIVE_INFINITY;

/** Hands chunks on as the quota gives rows: where it gives fewer than a chunk has, the chunk is cut. */
export async function* chargeRows(
  chunks: AsyncIterable<Chunk>,
  budget: RowBudget | null,
  dialect: CsvDialect,
  purse: PaidRows | null,
): AsyncGenerator<PaidChunk> {
  for await (const chunk of chunks) {
    if (budget === null) yield { chunk, settle: nothing };
    else if (purse !== null) yield await chargeWhole(chunk, budget, dialect, purse);
    else yield* chargeParts(chunk, budget, dialect);
  }
}

async function* chargeParts(chunk: Chunk, budget: RowBudget, dialect: CsvDialect): AsyncGenerator<PaidChunk> {
  let from = chunk.headBytes;
  let left = endAfterRows(chunk.bytes, from, ALL, dialect).rows;
  if (left === 0) yield { chunk, settle: nothing };
  while (left > 0) {
    const leave = await budget.take(left);
    left -= leave.rows;
    const end = left > 0 ? endAfterRows(chunk.bytes, from, leave.rows, dialect).end : chunk.bytes.length;
    yield { chunk: cut(chunk, from, end), settle: (rows) => leave.settle(rows) };
    from = end;
  }
}

/** Rows of time series are scored together, so they are paid one part after the other before any is scored. */
async function chargeWhole(chunk: Chunk, budget: RowBudget, dialect: CsvDialect, purse: PaidRows): Promise<PaidChunk> {
  let left = endAfterRows(chunk.bytes, chunk.headBytes, ALL, dialect).rows - purse.paid;
  let last: RowPermit | null = null;
  while (left > 0) {
    last?.settle(last.rows);
    last = await budget.take(left);
    await purse.add(last.rows);
    left -= last.rows;
  }
  return { chunk, settle: () => last?.settle(last.rows) };
}

function cut(chunk: Chunk, from: number, end: number): Chunk {
  const { bytes, headBytes, part, offset } = chunk;
  if (from === headBytes && end === bytes.length) return chunk;
  const rows = new Uint8Array(headBytes + end - from);
  rows.set(bytes.subarray(0, headBytes));
  rows.set(bytes.subarray(from, end), headBytes);
  return { bytes: rows, headBytes, part, offset: offset - (bytes.length - end), size: end - from };
}
