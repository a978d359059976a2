import type { z } from 'zod';
import { requireConnection } from '#access-sync';
import { addNewToUseCase, grantOwnership, requireRole, USE_CASE } from '#accounts';
import { versionForReading, versionProfile } from '#data';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { newEditableRow } from '#platform/new-row.ts';
import { requireCapacity } from '../counters/reservations.ts';
import { buildJob } from './building/build.job.ts';
import { CHUNK_SIZE, type Chunking, OVERLAP, SEPARATORS, unsupportedSeparator } from './building/chunking.rules.ts';
import { embeddingModels } from './embeddings.ts';
import type { VectorDatabaseCreate } from './vector-database.schema.ts';
import { vectorDatabaseStore } from './vector-database.store.ts';
import { getVectorDatabase, vectorDatabaseFor, vectorDatabaseResource } from './vector-databases.ts';

type Body = z.output<typeof VectorDatabaseCreate>;

/** Written down and set to work in one transaction. */
export async function createVectorDatabase(ctx: Ctx, body: Body): Promise<Reply> {
  await requireRole(ctx, { kind: USE_CASE, id: body.useCaseId }, 'write');
  await requireCapacity(ctx, ctx.actor, 'vectorDatabases', 1);
  const version = await versionForReading(ctx, { datasetId: body.datasetId });
  const { columns } = await versionProfile(ctx, version.id);
  const parent = body.parentVectorDatabaseId
    ? await vectorDatabaseFor(ctx, body.parentVectorDatabaseId, 'write')
    : null;
  if (parent !== null && parent.use_case_id !== body.useCaseId)
    throw invalidFields({ useCaseId: `The parent lies in the use case ${parent.use_case_id}: send that one` });
  const chunking = chunkingOf(body.chunkingParameters ?? {});
  const names = columns.map(({ name }) => name);
  const metadataColumns = columnsIn(names);
  const connectionId = body.accessConnectionId ?? parent?.access_connection_id ?? null;
  if (body.accessConnectionId) await requireConnection(ctx, body.accessConnectionId);
  const itemColumn = body.accessItemColumn ?? parent?.access_item_column ?? 'document_file_path';
  if (connectionId !== null && !names.includes(itemColumn))
    throw invalidFields({ accessItemColumn: `The dataset has no column ${JSON.stringify(itemColumn)}` });
  const { actor } = ctx;
  const made = newEditableRow(ctx);
  const { id, created_at: now } = made;
  const statusId = await ctx.db.transaction(async (tx) => {
    const store = vectorDatabaseStore(tx);
    const input = { vectorDatabaseId: id, repointFrom: body.updateLlmBlueprints && parent ? parent.id : null };
    const job = await ctx.jobs.enqueue(tx, buildJob, input, { actor });
    await store.insert({
      ...made,
      use_case_id: body.useCaseId,
      name: body.name ?? parent?.name ?? `Vector Database for ${version.name}`,
      dataset_id: body.datasetId,
      dataset_version_id: version.id,
      dataset_name: version.name,
      family_id: parent?.family_id ?? id,
      parent_id: parent?.id ?? null,
      version: parent === null ? 1 : await store.nextVersion(actor.organizationId, parent.family_id),
      embedding_model: modelOf(ctx, body),
      chunking,
      metadata_columns: metadataColumns,
      access_connection_id: connectionId,
      access_item_column: connectionId === null ? null : itemColumn,
      execution_status: 'NEW',
      status_id: job,
    });
    await grantOwnership(tx, actor, now, vectorDatabaseResource(id));
    await addNewToUseCase(tx, actor, now, body.useCaseId, vectorDatabaseResource(id));
    return job;
  });
  const location = `/api/v2/genai/status/${statusId}/`;
  return answer(202, { location, body: await getVectorDatabase(ctx, id) });
}

function modelOf({ config }: Ctx, { chunkingParameters }: Body): string {
  const models = embeddingModels(config).map(({ embeddingModel }) => embeddingModel);
  const wanted = chunkingParameters?.embeddingModel ?? models[0] ?? '';
  if (models.includes(wanted)) return wanted;
  throw invalidFields({
    'chunkingParameters.embeddingModel': `This installation offers ${models.join(', ')}, not ${wanted}`,
  });
}

type Parameters = NonNullable<z.output<typeof VectorDatabaseCreate>['chunkingParameters']>;

const MOST_METADATA_COLUMNS = 50;

/** What was asked for, with what is usual where nothing was said. */
function chunkingOf(asked: Parameters): Chunking {
  const { customChunking, chunkingMethod, chunkSize, chunkOverlapPercentage, isSeparatorRegex } = asked;
  if (customChunking && [chunkingMethod, chunkSize, chunkOverlapPercentage].some((one) => (one ?? null) !== null))
    throw invalidFields({
      'chunkingParameters.customChunking': 'Rows are chunks already: leave out method, size and overlap',
    });
  const separators = asked.separators ?? SEPARATORS;
  const wrong = isSeparatorRegex ? unsupportedSeparator(separators) : undefined;
  if (wrong !== undefined) throw invalidFields({ [`chunkingParameters.separators.${wrong.at}`]: wrong.reason });
  return {
    custom: customChunking ?? false,
    size: chunkSize ?? CHUNK_SIZE.usual,
    overlapPercentage: chunkOverlapPercentage ?? OVERLAP.usual,
    separators,
    isRegex: isSeparatorRegex ?? false,
  };
}

/** The metadata columns of a dataset that has the columns documents need. */
function columnsIn(names: readonly string[]): string[] {
  const missing = ['document', 'document_file_path'].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw invalidFields({
      datasetId: `The dataset has no column ${missing.join(' and ')}; it needs document and document_file_path`,
    });
  const others = names.filter((name) => name !== 'document' && name !== 'document_file_path');
  if (others.length > MOST_METADATA_COLUMNS)
    throw invalidFields({
      datasetId: `The dataset has ${others.length} metadata columns; at most ${MOST_METADATA_COLUMNS} are taken`,
    });
  return others;
}
