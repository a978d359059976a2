import { Readable } from 'node:stream';
import { z } from 'zod';
import { putNewIntoUseCase } from '#accounts';
import { ingestFile, ingestVersion, theDataset } from '#data';
import type { Ctx } from '#platform/context.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { chunksOf } from './chunk-lines.ts';
import { exportable } from './text-and-embeddings.ts';

const Input = z.strictObject({ datasetId: z.string(), versionId: z.string() });

export const exportJob: JobKind<z.infer<typeof Input>> = {
  name: 'genai.export-dataset',
  input: Input,
  retries: 2,
  async run(platform, { datasetId, versionId }, run) {
    await ingestVersion(platform, versionId, run);
    return { location: `/api/v2/datasets/${datasetId}/` };
  },
};

/** The chunks as a dataset of the catalogue, a row each: what another vector database can be made of with customChunking. */
export async function exportDataset(ctx: Ctx, id: string): Promise<Reply> {
  const row = await exportable(ctx, id);
  const { actor } = ctx;
  const blobKey = `vector-database-exports/${newId(ctx.now())}`;
  await ctx.blobs.write(blobKey, Readable.from(rows(ctx, id), { objectMode: false }));
  const file = { blobKey, fileName: `${row.name}.jsonl`, name: `${row.name} (chunks)`, visible: true };
  let moved: string | null = null;
  try {
    const { datasetId, statusId } = await ctx.db.transaction(async (tx) => {
      const made = await ingestFile(ctx, tx, file);
      moved = made.originalKey;
      await putNewIntoUseCase(tx, actor, ctx.now(), row.use_case_id, theDataset(made.datasetId));
      const input = { datasetId: made.datasetId, versionId: made.versionId };
      const description = `Exporting ${row.name}`;
      return { ...input, statusId: await ctx.jobs.enqueue(tx, exportJob, input, { actor, description }) };
    });
    const body = { jobId: statusId, vectorDatabaseId: id, exportDatasetId: datasetId };
    return answer(202, { location: `/api/v2/genai/status/${statusId}/`, body });
  } catch (error) {
    await ctx.blobs.delete(moved ?? blobKey);
    throw error;
  }
}

async function* rows(ctx: Ctx, id: string): AsyncGenerator<Buffer> {
  for await (const { text, source, metadata } of chunksOf(ctx, id))
    yield Buffer.from(`${JSON.stringify({ document: text, document_file_path: source, ...metadata })}\n`);
}
