import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { takeStage } from '../uploads/take-stage.ts';
import { fileNameOf, wrongUrl } from '../uploads/url.rules.ts';
import { findVersion } from '../versions/find-version.ts';
import { insertDataset, insertRunningVersion, newVersionOf, type VersionSource } from '../versions/make-version.ts';
import { begun, enqueueIngest } from './begin-ingest.ts';
import { setCategories } from './change-dataset.ts';
import type { FromStage, FromUrl } from './dataset.schema.ts';
import type { FileSource } from './ingest.job.ts';

interface Source {
  readonly source: VersionSource;
  readonly from: FileSource;
}
type Find = (tx: Tx) => Promise<Source>;
type Categories = z.output<typeof FromUrl>['categories'];

/** The address is looked at now, for a refusal at once; who it belongs to is looked up when the file is fetched. */
function atUrl({ url, sampleSize }: z.output<typeof FromUrl>): Find {
  const wrong = wrongUrl(url);
  if (wrong !== null) throw invalidFields({ url: wrong });
  const fileName = fileNameOf(url, undefined, undefined);
  const source = { type: 'url', uri: url, fileName, sampleSize: sampleSize ?? null } as const;
  return async () => ({ source, from: { kind: 'url', url } });
}

const inStage =
  (ctx: Ctx, { stageId }: z.output<typeof FromStage>): Find =>
  async (tx) => {
    const { filename } = await takeStage(tx, ctx.actor, ctx.now(), stageId);
    return { source: { type: 'stage', uri: filename, fileName: filename }, from: { kind: 'stage', stageId } };
  };

/** Everybody with an account may; the dataset is theirs. */
export const createFromUrl = (ctx: Ctx, body: z.output<typeof FromUrl>): Promise<Reply> =>
  make(ctx, atUrl(body), body.categories);

export const createFromStage = (ctx: Ctx, body: z.output<typeof FromStage>): Promise<Reply> =>
  make(ctx, inStage(ctx, body), body.categories);

export async function createVersionFromUrl(ctx: Ctx, datasetId: string, body: z.output<typeof FromUrl>) {
  await findVersion(ctx, datasetId, 'write');
  return make(ctx, atUrl(body), body.categories, datasetId);
}

export async function createVersionFromStage(ctx: Ctx, datasetId: string, body: z.output<typeof FromStage>) {
  await findVersion(ctx, datasetId, 'write');
  return make(ctx, inStage(ctx, body), body.categories, datasetId);
}

async function make(ctx: Ctx, find: Find, categories: Categories, datasetId?: string): Promise<Reply> {
  const { actor } = ctx;
  const now = ctx.now();
  const made = newVersionOf(now, datasetId);
  const statusId = await ctx.db.transaction(async (tx) => {
    const { source, from } = await find(tx);
    if (datasetId === undefined) {
      const dataset = { name: source.fileName, visible: true, categories: categories ?? [] };
      await insertDataset(tx, actor, now, made.datasetId, dataset);
    } else {
      await setCategories(tx, ctx, datasetId, categories);
    }
    await insertRunningVersion(tx, { actor, now }, made, source, null);
    return enqueueIngest(tx, ctx, made, from);
  });
  return begun(made, statusId);
}
