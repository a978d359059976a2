import { grantOwnership } from '#accounts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { newId } from '#platform/ids.ts';
import { datasetStore, insertVersion } from './dataset.store.ts';
import { datasetResource } from './find-version.ts';
import type { Category, SampleSize, SourceType } from './versions.tables.ts';

export interface NewDataset {
  readonly name: string;
  readonly visible: boolean;
  readonly categories: readonly Category[];
}

export interface VersionSource {
  readonly type: SourceType;
  /** What people see as the source. */
  readonly uri: string;
  readonly fileName: string;
  readonly recipeId?: string;
  readonly sampleSize?: SampleSize | null;
}

export interface MadeVersion {
  readonly datasetId: string;
  readonly versionId: string;
  /** Where the file is to lie. */
  readonly originalKey: string;
}

const LONGEST = { name: 255, uri: 2000 };
/** Some clients refuse a record with an empty text in it. */
const UNNAMED = 'Untitled dataset';

export function newVersionOf(now: Date, datasetId: string = newId(now)): MadeVersion {
  const versionId = newId(now);
  return { datasetId, versionId, originalKey: `datasets/${datasetId}/${versionId}/original` };
}

/** The rows of a dataset that does not exist yet; it belongs to the caller. Its first version is to be made next. */
export async function insertDataset(tx: Tx, actor: Actor, now: Date, id: string, dataset: NewDataset): Promise<void> {
  await datasetStore(tx).insert({
    id,
    organization_id: actor.organizationId,
    owner_id: actor.userId,
    name: dataset.name.trim().slice(0, LONGEST.name) || UNNAMED,
    categories: [...dataset.categories],
    visible: dataset.visible,
    latest_version_id: null,
    created_at: now,
    modified_at: now,
    modified_by: actor.userId,
    deleted_at: null,
    deleted_by: null,
  });
  await grantOwnership(tx, actor, now, datasetResource(id));
}

/** A version that is RUNNING until the ingest job, or another module's job, completes or fails it. */
export function insertRunningVersion(
  tx: Tx,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  made: MadeVersion,
  source: VersionSource,
  original: { readonly key: string; readonly bytes: number } | null,
): Promise<void> {
  return insertVersion(tx, {
    id: made.versionId,
    dataset_id: made.datasetId,
    state: 'RUNNING',
    source_type: source.type,
    source_uri: source.uri.slice(0, LONGEST.uri) || UNNAMED,
    recipe_id: source.recipeId ?? null,
    file_name: source.fileName.slice(0, LONGEST.name) || 'data',
    original_key: original?.key ?? null,
    original_bytes: original?.bytes ?? null,
    parquet_key: null,
    parquet_bytes: null,
    row_count: null,
    column_count: null,
    reading: null,
    feature_types: null,
    sample_size: source.sampleSize ? JSON.stringify(source.sampleSize) : null,
    status_id: null,
    created_by: actor.userId,
    created_at: now,
    ended_at: null,
    deleted_at: null,
  });
}

/**
 * For other modules, in their transaction: the uploaded file becomes a dataset of one version. `ingestVersion` reads it,
 * in a job of theirs. Should the transaction fail after this, delete the blob `originalKey`.
 */
export async function ingestFile(
  ctx: Pick<Platform, 'now' | 'blobs'> & { readonly actor: Actor },
  tx: Tx,
  file: {
    readonly blobKey: string;
    readonly fileName: string;
    readonly visible: boolean;
    readonly name?: string;
    readonly categories?: readonly Category[];
  },
): Promise<MadeVersion> {
  const now = ctx.now();
  const made = newVersionOf(now);
  const { fileName, visible, name = fileName, categories = [] } = file;
  await insertDataset(tx, ctx.actor, now, made.datasetId, { name, visible, categories });
  await ctx.blobs.move(file.blobKey, made.originalKey);
  const bytes = (await ctx.blobs.size(made.originalKey)) ?? 0;
  const source = { type: visible ? 'file' : 'project', uri: fileName, fileName } as const;
  await insertRunningVersion(tx, { actor: ctx.actor, now }, made, source, { key: made.originalKey, bytes });
  return made;
}
