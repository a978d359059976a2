import type { Ctx } from '#platform/context.ts';
import { problem, refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { BatchProblems } from '../batch.problems.ts';
import { hasEnded } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { getBatchJobOrThrow } from '../jobs/read-batch-jobs.ts';
import { type NewPiece, pieceStore } from '../piece.store.ts';
import { enqueueWork } from '../work/batch.job.ts';
import { cutPieces } from './cut-pieces.ts';
import { announce, storePiece } from './keep-piece.ts';
import { PIECE_LIMITS, reasonOf, type Upload, uploadable } from './upload-csv.ts';

const UNIQUE_VIOLATION = '23505';

/** A part is there whole or not at all, so that one that broke off can be sent again. */
export async function uploadPart(ctx: Ctx, id: string, text: string, { headers, stream }: Upload): Promise<Reply> {
  const { job, multipart } = await uploadable(ctx, id, headers, 'prediction');
  if (!multipart) refuse(BatchProblems.notInParts, id);
  const part = /^\d{1,5}$/.test(text) ? Number(text) : refuse(BatchProblems.wrongPart, text);
  const kept: NewPiece[] = [];
  let bytes = 0;
  try {
    for await (const piece of cutPieces(stream, { ...PIECE_LIMITS, milliseconds: Number.POSITIVE_INFINITY })) {
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
    for (const { blobKey } of kept) await ctx.blobs.delete(blobKey).catch(() => undefined);
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
