import type { Ctx } from '#platform/context.ts';
import { afterCommit } from '#platform/db/database.ts';
import type { Form } from '#platform/http/form.ts';
import { refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import { inBackground } from '#platform/in-background.ts';
import { StageProblems } from './stage.problems.ts';
import { expiryFrom, partNumber } from './stage.rules.ts';
import { stageStore } from './stage.store.ts';

/** Sent again, a part replaces what was there under its number: a client may repeat what broke off. */
export async function putPart(ctx: Ctx, stageId: string, text: string, form: Form) {
  const number = partNumber(text) ?? refuse(StageProblems.noSuchPart, text);
  const file = form.files.find(({ field }) => field === 'file') ?? refuse(StageProblems.noFile, fieldsOf(form));
  const { maxUploadBytes } = ctx.config;
  const moved: string[] = [];
  const put = ctx.db.transaction(async (tx) => {
    const stages = stageStore(tx);
    const stage = (await stages.lock(ctx.actor, stageId, ctx.now())) ?? refuse(StageProblems.noSuchStage, stageId);
    if (stage.finalized_at !== null) refuse(StageProblems.alreadyFinal, stageId);
    const others = await stages.parts(stageId);
    const before = others.find((part) => part.number === number);
    const bytes = others.reduce((sum, part) => sum + (part === before ? 0 : part.bytes), file.bytes);
    if (bytes > maxUploadBytes) refuse(StageProblems.tooLarge, bytes, maxUploadBytes);
    const blobKey = `stages/${stageId}/${number}-${newId()}`;
    await ctx.blobs.move(file.blobKey, blobKey);
    moved.push(blobKey);
    await stages.putPart({ stage_id: stageId, number, blob_key: blobKey, bytes: file.bytes });
    await stages.change(stageId, { expires_at: expiryFrom(ctx.now()) });
    if (before)
      afterCommit(tx, () => inBackground(ctx.log, 'deleting a replaced part', () => ctx.blobs.delete(before.blob_key)));
  });
  await put.catch(async (error: unknown) => {
    for (const key of moved) await ctx.blobs.delete(key);
    throw error;
  });
  return { number, size: file.bytes };
}

const fieldsOf = (form: Form): string =>
  [...form.files.map(({ field }) => `a file in ${JSON.stringify(field)}`), ...Object.keys(form.fields)].join(', ');
