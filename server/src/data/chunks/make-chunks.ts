import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { newId } from '#platform/ids.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import { versionStore } from '../versions/version.store.ts';
import { versionProfile } from '../versions/version-files.ts';
import { chunkJob } from './chunk.job.ts';
import { chunkStore, definitionStore, infoStore } from './chunk.store.ts';
import { EMPTY } from './chunk-definitions.ts';
import type { ChunkRows, PartitionMethod } from './chunks.tables.ts';
import { infoOf } from './dataset-definitions.ts';

export interface ChunksToMake {
  readonly datasetId: string;
  readonly versionId: string;
  readonly name: string;
  readonly partitionMethod: PartitionMethod;
  readonly rows: Partial<ChunkRows>;
}

/** For jobs of other modules: a chunk definition of a version, in the name of who started the job. Answers its id. */
export async function defineChunks(
  platform: Pick<Platform, 'db' | 'now'>,
  tx: Tx,
  actor: Pick<Actor, 'organizationId' | 'userId'>,
  { datasetId, versionId, name, partitionMethod, rows }: ChunksToMake,
): Promise<string> {
  const now = platform.now();
  const profile = await versionProfile(platform, versionId);
  const bytes = (await versionStore(platform.db.queries).raw(versionId))?.parquet_bytes ?? 0;
  const own = { organization_id: actor.organizationId, created_by: actor.userId, created_at: now, name };
  const definition_id = newId(now);
  await definitionStore(tx, actor).insert({
    ...own,
    id: definition_id,
    dataset_id: datasetId,
    dataset_version_id: versionId,
    follows_latest: false,
  });
  await infoStore(tx).insert({
    id: newId(now),
    definition_id,
    version: 1,
    dataset_version_id: versionId,
    info: JSON.stringify(infoOf(profile, bytes)),
    created_at: now,
  });
  const { id } = await chunkStore(tx).insert({
    ...own,
    id: newId(now),
    definition_id,
    info_version: 1,
    dataset_version_id: versionId,
    partition_method: partitionMethod,
    rows: JSON.stringify({ ...EMPTY, ...rows }),
    stats: null,
  });
  return id;
}

/** Writes the chunks of a definition inside of another job; nothing is left to do where they are written. */
export async function writeChunks(platform: Platform, chunkDefinitionId: string, run: JobRun): Promise<void> {
  await chunkJob.run(platform, { chunkDefinitionId }, run);
}
