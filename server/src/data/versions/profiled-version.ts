import type { Need } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { DatasetProblems } from './dataset.problems.ts';
import { findVersion } from './find-version.ts';
import type { VersionRecord } from './version.store.ts';

/** The version whose columns are asked about: it must have been read. Looking at columns needs no right to the rows. */
export async function profiledVersion(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  datasetId: string,
  { versionId, need = 'read' }: { readonly versionId?: string; readonly need?: Need } = {},
): Promise<VersionRecord> {
  const version = await findVersion(ctx, datasetId, need, versionId);
  if (version.state === 'RUNNING') refuse(DatasetProblems.stillReading, version.id);
  if (version.state === 'ERROR') refuse(DatasetProblems.unreadable, version.id, version.error);
  return version;
}
