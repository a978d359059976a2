import { type Need, type Resource, requireRole, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { DatasetProblems } from './dataset.problems.ts';
import { datasetStore } from './dataset.store.ts';
import { type VersionRecord, versionStore } from './version.store.ts';

/** Called first by every service function about one dataset: its version (the latest by default), if the caller has the role. */
export async function findVersion(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  datasetId: string,
  need: Need,
  versionId?: string,
): Promise<VersionRecord> {
  await requireRole(ctx, datasetResource(datasetId), need);
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

export const DATASET: SharedKind = { type: 'dataset', title: 'dataset', listedAt: 'datasets/' };

export const datasetResource = (id: string): Resource => ({ kind: DATASET, id });

/** As people call it; undefined when it is gone. Whether the caller may read it is not asked. */
export async function datasetName(db: Queries, organizationId: string, id: string): Promise<string | undefined> {
  return (await datasetStore(db).byId(organizationId, id))?.name;
}

/** The version whose columns are asked about: it must have been read. Looking at columns needs no right to the rows. */
export async function getProfiledVersion(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  datasetId: string,
  { versionId, need = 'read' }: { readonly versionId?: string; readonly need?: Need } = {},
): Promise<VersionRecord> {
  const version = await findVersion(ctx, datasetId, need, versionId);
  if (version.state === 'RUNNING') refuse(DatasetProblems.stillReading, version.id);
  if (version.state === 'ERROR') refuse(DatasetProblems.unreadable, version.id, version.error);
  return version;
}
