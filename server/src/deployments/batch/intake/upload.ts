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
import { hasEnded } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { getBatchJobOrThrow } from '../jobs/batch-jobs.ts';
import { endJob } from '../jobs/end-job.ts';
import { enqueueWork } from '../work/batch.job.ts';
import { type NewPiece, pieceStore } from './piece.store.ts';
import { deletePieces, splitPieces, storePiece } from './pieces.ts';

const PIECE_LIMITS = { bytes: 8 * 1024 ** 2, milliseconds: 1000 };

interface Upload {
  readonly headers: IncomingHttpHeaders;
  readonly stream: Readable;
  /** Also jobs that read predictions made elsewhere. */
  readonly kind?: 'prediction' | 'any';
}

/** What every upload must be before a byte of it is read. */
async function uploadable(ctx: Ctx, id: string, headers: IncomingHttpHeaders, kind: Upload['kind']) {
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
  // Also where parts were announced: old clients set `multipart` and then send one file.
  await uploadable(ctx, id, headers, kind);
  await begin(ctx, id, Number(headers['content-encoding'] === undefined ? headers['content-length'] : Number.NaN));
  let number = 0;
  let bytes = 0;
  try {
    for await (const piece of splitPieces(stream, PIECE_LIMITS)) {
      bytes += piece.bytes.length;
      if (bytes > ctx.config.maxUploadBytes) refuse(BatchProblems.tooLarge, ctx.config.maxUploadBytes);
      const kept = await storePiece(ctx, id, 0, number++, piece.bytes, piece.isLast);
      await announce(ctx, id, [kept], () => (piece.isLast ? 'whole' : 'open'));
    }
  } catch (error) {
    const reason = reasonOf(error, bytes);
    const line = reason instanceof Problem ? reason.message : 'The rows could not be stored. Upload them to a new job.';
    await ctx.db.transaction((tx) => endJob(ctx, tx, id, { status: 'FAILED', line }));
    // There may be no worker to do that.
    await deletePieces(ctx, id, 'in');
    throw reason;
  }
  return answer(202, { body: { id, bytes } });
}

/** Why an upload was not taken to its end: for want of space, which is ours, since it broke off, or whatever failed. */
function reasonOf(error: unknown, bytes: number): unknown {
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

const UNIQUE_VIOLATION = '23505';

/** A part is there whole or not at all, so that one that broke off can be sent again. */
export async function uploadPart(ctx: Ctx, id: string, text: string, { headers, stream }: Upload): Promise<Reply> {
  const { job, multipart } = await uploadable(ctx, id, headers, 'prediction');
  if (!multipart) refuse(BatchProblems.notInParts, id);
  const part = /^\d{1,5}$/.test(text) ? Number(text) : refuse(BatchProblems.wrongPart, text);
  const kept: NewPiece[] = [];
  let bytes = 0;
  try {
    for await (const piece of splitPieces(stream, { ...PIECE_LIMITS, milliseconds: Number.POSITIVE_INFINITY })) {
      bytes += piece.bytes.length;
      const most = ctx.config.maxUploadBytes;
      if (job.intake_bytes + bytes > most) refuse(BatchProblems.tooLarge, most);
      kept.push(await storePiece(ctx, id, part, kept.length, piece.bytes, piece.isLast));
    }
    await announce(ctx, id, kept, ({ intake_state }, taken) => {
      if (intake_state === 'whole') refuse(BatchProblems.alreadyFinal, id);
      return taken.has(part) ? refuse(BatchProblems.partThere, id, part) : 'open';
    });
  } catch (error) {
    for (const { blob_key } of kept) await ctx.blobs.delete(blob_key).catch(() => undefined);
    // A whole file is on its way under the same number.
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw problem(BatchProblems.partThere, id, part);
    throw reasonOf(error, bytes);
  }
  return answer(202, { body: { id, bytes } });
}

/** No more parts come. */
export async function finalizeParts(ctx: Ctx, id: string): Promise<Reply> {
  const seen = await getBatchJobOrThrow(ctx, id);
  if (seen.intake_type !== 'localFile') refuse(BatchProblems.notLocal, id, seen.intake_type);
  const { intakeSettings } = seen.spec;
  if (!('multipart' in intakeSettings && intakeSettings.multipart)) refuse(BatchProblems.notInParts, id);
  const bytes = await ctx.db.transaction(async (tx) => {
    const jobs = batchJobStore(tx);
    const job = (await jobs.lock(id)) ?? refuse(BatchProblems.noSuchJob, id);
    if (hasEnded(job)) refuse(BatchProblems.ended, id, job.status);
    if (job.intake_state === 'whole') refuse(BatchProblems.alreadyFinal, id);
    const parts = await pieceStore(tx).parts(id);
    const there = new Set(parts);
    const missing = Array.from({ length: (parts.at(-1) ?? 0) + 1 }, (_, part) => part).filter(
      (part) => !there.has(part),
    );
    if (missing.length > 0) refuse(BatchProblems.partsMissing, parts.length === 0 ? [] : missing);
    await jobs.change(id, { intake_state: 'whole', intake_seen_at: ctx.now(), expected_bytes: job.intake_bytes });
    await enqueueWork(ctx, tx, job);
    return job.intake_bytes;
  });
  return answer(202, { body: { id, bytes } });
}

type Keeping = Pick<Ctx, 'actor' | 'db' | 'now' | 'jobs' | 'blobs'>;

/** Tells the workers of pieces; refused when the job has ended meanwhile. */
async function announce(
  ctx: Keeping,
  jobId: string,
  pieces: readonly NewPiece[],
  check: (job: BatchJobRow, taken: ReadonlySet<number>) => 'open' | 'whole',
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const jobs = batchJobStore(tx);
    const job = (await jobs.lock(jobId)) ?? refuse(BatchProblems.noSuchJob, jobId);
    if (hasEnded(job)) refuse(BatchProblems.ended, jobId, job.status);
    const state = check(job, new Set(await pieceStore(tx).parts(jobId)));
    await pieceStore(tx).add(pieces);
    const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    await jobs.change(jobId, {
      intake_bytes: job.intake_bytes + bytes,
      intake_state: state,
      intake_seen_at: ctx.now(),
    });
    await enqueueWork(ctx, tx, job);
  });
}
