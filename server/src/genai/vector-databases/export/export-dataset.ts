import { Readable } from 'node:stream';
import { z } from 'zod';
import { addNewToUseCase } from '#accounts';
import { createPendingFile, datasetResource, ingestPendingFile, versionProfile } from '#data';
import type { Ctx, JobKind, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import type { VectorDatabaseRow } from '../../genai.tables.ts';
import { VectorDatabaseProblems as Problems } from '../vector-database.problems.ts';
import { vectorDatabaseFor } from '../vector-databases.ts';
import { chunksOf } from './chunk-lines.ts';

const Input = z.strictObject({ vectorDatabaseId: z.string(), datasetId: z.string(), versionId: z.string() });

export const exportJob: JobKind<z.infer<typeof Input>> = {
  name: 'genai.export-dataset',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, { vectorDatabaseId, datasetId, versionId }, run) {
    const ctx = { ...platform, actor: run.actor };
    await ingestPendingFile(platform, versionId, run, () =>
      Readable.from(rows(ctx, vectorDatabaseId, run.signal), { objectMode: false }),
    );
    // A version that ended with an error, in an earlier try too, is not one that was made.
    await versionProfile(platform, versionId);
    return { location: `/api/v2/datasets/${datasetId}/` };
  },
};

/** The chunks as a dataset of the catalogue, a row each: what another vector database can be made of with customChunking. */
export async function exportDataset(ctx: Ctx, id: string): Promise<Reply> {
  const row = await exportable(ctx, id);
  const { actor } = ctx;
  const file = { name: `${row.name} (chunks)`, fileName: `${row.name}.jsonl` };
  const { datasetId, statusId: jobId } = await ctx.db.transaction(async (tx) => {
    const made = await createPendingFile(ctx, tx, file, ({ datasetId, versionId }) => {
      const input = { vectorDatabaseId: id, datasetId, versionId };
      return ctx.jobs.enqueue(tx, exportJob, input, { actor, description: `Exporting ${row.name}` });
    });
    await addNewToUseCase(tx, actor, ctx.now(), row.use_case_id, datasetResource(made.datasetId));
    return made;
  });
  const body = { jobId, vectorDatabaseId: id, exportDatasetId: datasetId };
  return answer(202, { location: `/api/v2/genai/status/${jobId}/`, body });
}

/** Asked again for leave: between the request and the work, the vector database may have been deleted or bound. */
async function* rows(ctx: Platform & Pick<Ctx, 'actor'>, id: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  await exportable(ctx, id);
  for await (const { text, source, metadata } of chunksOf(ctx, id)) {
    signal.throwIfAborted();
    yield Buffer.from(`${JSON.stringify({ document: text, document_file_path: source, ...metadata })}\n`);
  }
}

/** What a vector database holds, when all of it may be told: it is ready, and nobody's rights decide piece by piece. */
export async function exportable(ctx: Pick<Ctx, 'actor' | 'db'>, id: string): Promise<VectorDatabaseRow> {
  const row = await vectorDatabaseFor(ctx, id, 'use');
  if (row.execution_status !== 'COMPLETED') refuse(Problems.notReady, row.name, row.execution_status);
  if (row.access_connection_id !== null) refuse(Problems.bound, row.name);
  return row;
}
