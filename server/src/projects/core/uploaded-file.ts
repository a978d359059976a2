import { ingestFile } from '#data';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { UploadedFile } from '#platform/http/form.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';

type Ingested = Awaited<ReturnType<typeof ingestFile>>;

/** Keeps an uploaded file as a hidden dataset and starts the job that reads it; 202 with the status of the job. */
export async function withUploadedFile(
  ctx: Ctx,
  { blobKey, filename: fileName }: UploadedFile,
  enqueue: (tx: Tx, file: Ingested) => Promise<string>,
): Promise<Reply> {
  let key: string | undefined;
  try {
    const statusId = await ctx.db.transaction(async (tx) => {
      const file = await ingestFile(ctx, tx, { blobKey, fileName, visible: false });
      key = file.originalKey;
      return enqueue(tx, file);
    });
    return accepted(statusId);
  } catch (error) {
    if (key !== undefined) await ctx.blobs.delete(key);
    throw error;
  }
}
