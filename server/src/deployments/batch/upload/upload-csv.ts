import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { HttpProblems } from '#platform/http/http.problems.ts';
import { Problem, problem, refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { BrokeOff } from '#platform/http/request-body.ts';
import { isNoSpace } from '#platform/storage/no-space.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { deletePieces } from '../delete-pieces.ts';
import { hasEnded } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { endJob } from '../jobs/end-job.ts';
import { getBatchJobOrThrow } from '../jobs/read-batch-jobs.ts';
import { cutPieces } from './cut-pieces.ts';
import { announce, storePiece } from './keep-piece.ts';

export const PIECE_LIMITS = { bytes: 8 * 1024 ** 2, milliseconds: 1000 };

export interface Upload {
  readonly headers: IncomingHttpHeaders;
  readonly stream: Readable;
  /** Also jobs that read predictions made elsewhere. */
  readonly kind?: 'prediction' | 'any';
}

/** What every upload must be before a byte of it is read. */
export async function uploadable(ctx: Ctx, id: string, headers: IncomingHttpHeaders, kind: Upload['kind']) {
  const job = await getBatchJobOrThrow(ctx, id, kind);
  const type = headers['content-type'] ?? 'text/csv';
  if (!/^\s*(text\/csv|application\/csv|text\/plain)\s*(;|$)/i.test(type)) refuse(BatchProblems.notCsv, type);
  if (job.intake_type !== 'localFile') refuse(BatchProblems.notLocal, id, job.intake_type);
  refuseEnded(job);
  const { intakeSettings } = job.spec;
  return { job, multipart: 'multipart' in intakeSettings && intakeSettings.multipart };
}

/** Of a job that has scored its upload the fault is that this is the second one. */
function refuseEnded(job: Pick<BatchJobRow, 'id' | 'status'>): void {
  if (job.status === 'COMPLETED') refuse(BatchProblems.alreadyUploaded, job.id);
  if (hasEnded(job)) refuse(BatchProblems.ended, job.id, job.status);
}

/** One upload, handed on to the workers as it comes. One that breaks off ends the job: half the rows are not the rows. */
export async function uploadCsv(ctx: Ctx, id: string, { headers, stream, kind }: Upload): Promise<Reply> {
  // Also where parts were announced: old clients pass the wish on and then send one file.
  await uploadable(ctx, id, headers, kind);
  await begin(ctx, id, Number(headers['content-encoding'] === undefined ? headers['content-length'] : Number.NaN));
  let number = 0;
  let bytes = 0;
  try {
    for await (const piece of cutPieces(stream, PIECE_LIMITS)) {
      bytes += piece.bytes.length;
      if (bytes > ctx.config.maxUploadBytes) refuse(BatchProblems.tooLarge, ctx.config.maxUploadBytes);
      const kept = await storePiece(ctx, id, 0, number++, piece.bytes, piece.isLast);
      await announce(ctx, id, [kept], () => (piece.isLast ? 'whole' : 'open'));
    }
  } catch (error) {
    const reason = reasonOf(error, bytes);
    const line = reason instanceof Problem ? reason.message : 'The rows could not be stored. Upload them to a new job.';
    await ctx.db.transaction((tx) => endJob(ctx, tx, id, { status: 'FAILED', line }));
    // Nobody may be working on it who would do that.
    await deletePieces(ctx, id, 'in');
    throw reason;
  }
  return answer(202, { body: { id, bytes } });
}

/** Why an upload was not taken to its end: for want of space, which is ours, since it broke off, or whatever failed. */
export function reasonOf(error: unknown, bytes: number): unknown {
  if (isNoSpace(error)) return problem(HttpProblems.noSpace);
  return error instanceof BrokeOff ? problem(BatchProblems.brokeOff, bytes) : error;
}

const begin = (ctx: Ctx, id: string, expected: number): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const jobs = batchJobStore(tx);
    const job: BatchJobRow = (await jobs.lock(id)) ?? refuse(BatchProblems.noSuchJob, id);
    refuseEnded(job);
    if (job.intake_state !== 'none') refuse(BatchProblems.alreadyUploaded, id);
    const known = Number.isSafeInteger(expected) ? { expected_bytes: expected } : {};
    await jobs.change(id, { intake_state: 'open', intake_seen_at: ctx.now(), ...known });
  });
