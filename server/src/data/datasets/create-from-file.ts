import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { type Form, getFileOrThrow, type UploadedFile } from '#platform/http/form.ts';
import type { Reply } from '#platform/http/reply.ts';
import { emptyFile } from '../versions/dataset.problems.ts';
import { findVersion } from '../versions/find-version.ts';
import { insertDataset, insertRunningVersion, type MadeVersion, newVersionOf } from '../versions/make-version.ts';
import { begun, enqueueIngest } from './begin-ingest.ts';
import { setCategories } from './change-dataset.ts';
import type { FromFile } from './dataset.schema.ts';

type Given = z.output<typeof FromFile>;

/** Everybody with an account may upload; the dataset is theirs. */
export async function createFromFile(ctx: Ctx, form: Form, { categories = [] }: Given): Promise<Reply> {
  const file = fullFile(form);
  const made = newVersionOf(ctx.now());
  return keepFile(ctx, file, made, async (tx) =>
    insertDataset(tx, ctx.actor, ctx.now(), made.datasetId, { name: file.filename, visible: true, categories }),
  );
}

export async function createVersionFromFile(ctx: Ctx, datasetId: string, form: Form, given: Given): Promise<Reply> {
  await findVersion(ctx, datasetId, 'write');
  const file = fullFile(form);
  const made = newVersionOf(ctx.now(), datasetId);
  return keepFile(ctx, file, made, (tx) => setCategories(tx, ctx, datasetId, given.categories));
}

function fullFile(form: Form): UploadedFile {
  const file = getFileOrThrow(form, 'the dataset');
  if (file.bytes === 0) throw emptyFile(file.filename);
  return file;
}

/** Keeps the upload if and only if the rows that name it are written. */
async function keepFile(
  ctx: Ctx,
  file: UploadedFile,
  made: MadeVersion,
  before: (tx: Parameters<typeof enqueueIngest>[0]) => Promise<void>,
): Promise<Reply> {
  const { actor, blobs } = ctx;
  await blobs.move(file.blobKey, made.originalKey);
  try {
    const statusId = await ctx.db.transaction(async (tx) => {
      await before(tx);
      const source = { type: 'file', uri: file.filename, fileName: file.filename } as const;
      const original = { key: made.originalKey, bytes: file.bytes };
      await insertRunningVersion(tx, { actor, now: ctx.now() }, made, source, original);
      return enqueueIngest(tx, ctx, made);
    });
    return begun(made, statusId);
  } catch (error) {
    await blobs.delete(made.originalKey);
    throw error;
  }
}
