import { pMapIterable } from 'p-map';
import type { JobRun, Platform } from '#platform/context.ts';
import type { BatchJobRow, Reached } from '../batch.tables.ts';
import { pieceStore } from '../intake/piece.store.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { dialectOf } from '../thread/chunk-plan.ts';
import type { BatchRun, RunSpec } from './batch-run.ts';
import { type Chunk, Head, readPieces, splitChunks } from './read-chunks.ts';
import { ResultWriter } from './result-writer.ts';
import { chargeRows, type PaidChunk, type PaidRows, rowBudget } from './row-budget.ts';

const MEGABYTE = 1024 ** 2;
const FIRST_BYTES = 256 * 1024;
const USUAL_BYTES = 4 * MEGABYTE;
const MOST_SERIES_BYTES = 256 * MEGABYTE;
const PATIENCE_MS = 5_000;

const NOWHERE: Reached = { part: 0, offset: 0, bytes: 0, rows: 0, failed: 0, skipped: 0 };

/** Scores the intake from where it was left to where it ends, or to where nothing more comes. */
export async function scoreIntake(platform: Platform, batching: BatchRun, run: JobRun): Promise<Reached> {
  const { job, spec, isSeries } = batching;
  const last = await pieceStore(platform.db.queries).last(job.id, 'out');
  const keeper = new ResultWriter(
    platform,
    batching,
    run,
    last?.reached ?? NOWHERE,
    last === undefined ? 0 : last.number + 1,
  );
  const head = new Head(dialectOf(spec));
  const patience = { milliseconds: PATIENCE_MS, signal: run.signal };
  if (keeper.reached.bytes > 0) await readHead(platform, job, head, patience);
  const options = { dialect: dialectOf(spec), sizes: sizesOf(spec, isSeries), most: MOST_SERIES_BYTES };
  const budget = rowBudget(platform, job, run);
  const chunks = splitChunks(readPieces(platform, job.id, keeper.reached, patience), options, head);
  const paid = chargeRows(chunks, budget, options.dialect, isSeries ? purseOf(platform, job) : null);
  const concurrency = spec.numConcurrent + 1;
  const score = async ({ chunk, settle }: PaidChunk) => {
    const scored = await batching.threads.score(chunk.bytes, nameOf(job, chunk));
    settle(scored.rows);
    return { chunk, scored };
  };
  try {
    for await (const { chunk, scored } of pMapIterable(paid, score, { concurrency })) await keeper.take(chunk, scored);
  } finally {
    budget?.close();
    await keeper.finish();
  }
  return keeper.reached;
}

function purseOf({ db }: Platform, { id, paid_rows: paid }: BatchJobRow): PaidRows {
  let sum = paid;
  return {
    paid,
    async add(rows) {
      sum += rows;
      await batchJobStore(db.queries).change(id, { paid_rows: sum });
    },
  };
}

/** By where the rows end: scored again after a crash, they have the same name. */
const nameOf = ({ id }: BatchJobRow, { part, offset }: Chunk): string => `${id}-${part}-${offset}`;

async function readHead(platform: Platform, job: BatchJobRow, head: Head, patience: Parameters<typeof readPieces>[3]) {
  let held = Buffer.alloc(0);
  for await (const arrived of readPieces(platform, job.id, { part: 0, offset: 0 }, patience)) {
    if (arrived.kind === 'waiting') continue;
    held = Buffer.concat([held, arrived.bytes]);
    if (head.take(held, 0, arrived.isLast) !== null) return;
  }
}

function sizesOf({ chunkSize }: RunSpec, isSeries: boolean): (number: number) => number {
  if (isSeries) return () => Number.POSITIVE_INFINITY;
  if (typeof chunkSize === 'number') return () => chunkSize;
  if (chunkSize === 'fixed') return () => MEGABYTE;
  return (number) => Math.min(USUAL_BYTES, FIRST_BYTES * 2 ** Math.floor(number / 2));
}

/** There was nothing to score. */
export class NoRows extends Error {
  override readonly message = 'There are no rows to score: the intake must hold a header and at least one row.';
}
