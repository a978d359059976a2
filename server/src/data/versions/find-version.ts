import { type Need, requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { getDatasetOrThrow } from './dataset.kind.ts';
import { DatasetProblems } from './dataset.problems.ts';
import { type VersionRecord, versionStore } from './version.store.ts';

/** The first line of every verb about one dataset: its version (the latest unless said otherwise), for this need. */
export async function findVersion(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  datasetId: string,
  need: Need,
  versionId?: string,
): Promise<VersionRecord> {
  await requireRole(ctx, getDatasetOrThrow(datasetId), need);
  const versions = versionStore(ctx.db.queries);
  const { organizationId } = ctx.actor;
  const found =
    versionId === undefined
      ? ((await versions.latest(organizationId, datasetId)) ?? refuse(DatasetProblems.noSuchDataset, datasetId))
      : ((await versions.byId(organizationId, datasetId, versionId)) ??
        refuse(DatasetProblems.noSuchVersion, datasetId, versionId));
  if (found.dataset_deleted_at !== null) refuse(DatasetProblems.deleted, datasetId);
  return found;
}

/** The version that is to be used for something: it must have been read. */
export async function versionForReading(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  { datasetId, versionId }: { readonly datasetId: string; readonly versionId?: string | undefined },
): Promise<VersionRecord> {
  const version = await findVersion(ctx, datasetId, 'use', versionId);
  if (version.state === 'RUNNING') refuse(DatasetProblems.notReadYet, version.id);
  if (version.state === 'ERROR') refuse(DatasetProblems.unreadable, version.id, version.error);
  return version;
}
