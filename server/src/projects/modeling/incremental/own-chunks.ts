import { defineChunks, writeChunks } from '#data';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import { isDatedAim } from '../../core/project/aim.rules.ts';
import type { Aim } from '../../core/project/aim.schema.ts';
import { projectStore } from '../../core/project/project.store.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { IncrementalProblems } from './incremental.problems.ts';
import { isIncrementalAim, wantsOwnChunks } from './incremental.rules.ts';

/** The aim with chunks: those it names, or ones of the project's own data where it needs some and names none. */
export async function withOwnChunks(
  platform: Platform,
  project: ProjectRow,
  aim: Aim,
  plan: ProjectPlan,
  run: JobRun,
): Promise<Aim> {
  if (isIncrementalAim(aim) && plan.kind === 'series' && plan.grid.unit === 'ROW')
    refuse(IncrementalProblems.noTimeStep);
  const { dataset_id: datasetId, dataset_version_id: versionId } = project;
  if (!wantsOwnChunks(aim) || datasetId === null || versionId === null) return aim;
  const how = isDatedAim(aim)
    ? {
        partitionMethod: 'date' as const,
        rows: {
          datetimePartitionColumn: aim.datetimePartitionColumn ?? null,
          orderByColumns: aim.multiseriesIdColumns ?? [],
        },
      }
    : { partitionMethod: 'random' as const, rows: {} };
  return platform.db.transaction(async (tx) => {
    const wish = { datasetId, versionId, name: `Chunks of ${project.name}`, ...how };
    const chunkDefinitionId = await defineChunks(platform, tx, run.actor, wish);
    const aimed = { ...aim, chunkDefinitionId };
    await projectStore(tx).setAim(project.id, aimed);
    return aimed;
  });
}

/** Chunks that were made here are written here; those of somebody else have been already. */
export async function writeOwnChunks(platform: Platform, aim: Aim, run: JobRun): Promise<void> {
  if (aim.incrementalLearningOnBestModel && aim.chunkDefinitionId !== undefined) {
    await writeChunks(platform, aim.chunkDefinitionId, run);
  }
}
