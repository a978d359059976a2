import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Ctx, JobKind, Platform } from '#platform/context.ts';
import { afterCommit, type Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { Form } from '#platform/http/form.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import type { ObjectKind } from '#platform/http/route-access.ts';
import { newId } from '#platform/ids.ts';
import { inBackground } from '#platform/in-background.ts';
import { expiryFrom, missingParts, partNumber, type StageCreate } from './stage.schema.ts';
import { stageStore } from './stage.store.ts';
import { StageProblems } from './upload.problems.ts';

export const DATA_STAGE: ObjectKind = { type: 'dataStage', title: 'data stage', seenBy: 'whoever made it' };

/** Deletes expired stages with their parts. Enqueued when a stage is created. */
export const sweepStages: JobKind<Record<string, never>> = {
  name: 'data.sweep_stages',
  input: z.strictObject({}),
  lane: 'light',
  limits: 'light',
  retries: 2,
  async run({ db, blobs, now }, _input, { signal }) {
    const at = now();
    for (const id of await stageStore(db.queries).expired(at)) {
      signal.throwIfAborted();
      const parts = await stageStore(db.queries).parts(id);
      // The row goes first: a stage without its parts must not be found.
      if (!(await stageStore(db.queries).deleteExpired(id, at))) continue;
      for (const { blob_key } of parts) await blobs.delete(blob_key);
    }
    return undefined;
  },
};

/** Everybody with an account may send files in parts; only they see theirs. */
export async function createStage(ctx: Ctx, { filename }: z.output<typeof StageCreate>): Promise<Reply> {
  const { actor } = ctx;
  const now = ctx.now();
  const id = newId(now);
  const expires = expiryFrom(now);
  await ctx.db.transaction(async (tx) => {
    await stageStore(tx).insert({
      id,
      organization_id: actor.organizationId,
      owner_id: actor.userId,
      filename,
      created_at: now,
      finalized_at: null,
      expires_at: expires,
    });
    if ((await stageStore(tx).expired(now)).length > 0) {
      await ctx.jobs.enqueue(tx, sweepStages, {}, { actor, description: 'Removing data stages nobody used' });
    }
  });
  return answer(201, { body: { id, filename, expiresAt: expires.toISOString() } });
}

/** Sent again, a part replaces what was there under its number: a client may repeat what broke off. */
export async function putPart(ctx: Ctx, stageId: string, text: string, form: Form) {
  const number = partNumber(text) ?? refuse(StageProblems.noSuchPart, text);
  const file = form.files.find(({ field }) => field === 'file') ?? refuse(StageProblems.noFile, fieldsOf(form));
  const { maxUploadBytes } = ctx.config;
  const moved: string[] = [];
  const put = ctx.db.transaction(async (tx) => {
    const stages = stageStore(tx);
    const stage = (await stages.lock(ctx.actor, stageId, ctx.now())) ?? refuse(StageProblems.noSuchStage, stageId);
    ctx.checked?.grant(DATA_STAGE, 'own');
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

/** Said twice, it is answered twice the same. */
export async function finalizeStage(ctx: Ctx, id: string) {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const stages = stageStore(tx);
    const stage = (await stages.lock(ctx.actor, id, now)) ?? refuse(StageProblems.noSuchStage, id);
    ctx.checked?.grant(DATA_STAGE, 'own');
    const parts = await stages.parts(id);
    if (parts.length === 0) refuse(StageProblems.noParts, id);
    const missing = missingParts(parts.map(({ number }) => number));
    if (missing.length > 0) refuse(StageProblems.partsMissing, missing);
    await stages.change(id, { finalized_at: stage.finalized_at ?? now, expires_at: expiryFrom(now) });
    return { parts: parts.map(({ number, bytes }) => ({ number, size: bytes })) };
  });
}

/**
 * For the service function that creates a dataset from a stage, in its transaction: the stage belongs to the caller, is complete, and stays for
 * the job that reads it. It may be taken again until its time is over.
 */
export async function takeStage(tx: Tx, actor: Actor, now: Date, id: string): Promise<{ readonly filename: string }> {
  const stages = stageStore(tx);
  const stage = (await stages.lock(actor, id, now)) ?? refuse(StageProblems.noSuchStage, id);
  if (stage.finalized_at === null) refuse(StageProblems.notFinal, id);
  await stages.change(id, { expires_at: expiryFrom(now) });
  return { filename: stage.filename };
}

/** For that job: the parts, one after another, lie under `blobKey` afterwards, whole or not at all. Answers the size. */
export async function stageToBlob(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  id: string,
  blobKey: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<number> {
  const parts = await stageStore(db.queries).parts(id);
  if (parts.length === 0) refuse(StageProblems.noSuchStage, id);
  async function* joined() {
    for (const part of parts) {
      for await (const chunk of await blobs.read(part.blob_key)) {
        signal.throwIfAborted();
        yield chunk as Buffer;
      }
    }
  }
  return blobs.write(blobKey, Readable.from(joined(), { objectMode: false }));
}
