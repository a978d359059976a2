import { Readable } from 'node:stream';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import { StageProblems } from './stage.problems.ts';
import { expiryFrom } from './stage.rules.ts';
import { stageStore } from './stage.store.ts';

/**
 * For the verb that makes a dataset of a stage, in its transaction: the stage is the caller's and whole, and stays for
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
