import { alignFrame, type Frame, type KnownColumn, withTransforms } from '@almanac/engine';
import { chunksOf, defineChunks, ingestStage, readChunk, readFrame, writeChunks } from '#data';
import type { JobRun, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import { type Aim, isDatedAim } from '../../core/project/aim.schema.ts';
import { type ProjectRow, projectStore } from '../../core/project/project.store.ts';
import { derivedFeatures } from '../../engine/project-data.ts';
import { IncrementalProblems, isIncrementalAim, wantsOwnChunks } from './incremental.rules.ts';
import type { ContinueInput } from './incremental.schema.ts';

export interface MoreRows {
  readonly frame: Frame;
  readonly numbers: Int32Array | null;
}

/** Chunks of rows to continue training with; one is in memory at a time. */
export interface RowSource {
  readonly count: number;
  /** Whether they are rows of the project's own data. */
  readonly own: boolean;
  name(index: number): string;
  /** Which chunk of which definition a piece is. */
  place(index: number): { readonly chunk_definition_id: string | null; readonly chunk: number | null };
  read(index: number): Promise<MoreRows>;
}

export async function openSource(
  platform: Platform,
  project: ProjectRow,
  source: ContinueInput['source'],
  run: JobRun,
): Promise<RowSource> {
  const { signal } = run;
  const align = await aligner(platform, project, signal);
  if (source.kind === 'stage') {
    const { versionId, stageId, said } = source;
    await ingestStage(platform, { versionId, stageId, expected: said }, run);
    return {
      count: 1,
      own: false,
      name: () => source.name,
      place: () => ({ chunk_definition_id: null, chunk: null }),
      read: async () => ({ frame: align(await readFrame(platform, versionId, { signal })), numbers: null }),
    };
  }
  const { id, name, chunks, datasetVersionId } = await chunksOf(platform, source.chunkDefinitionId);
  const own = datasetVersionId === project.dataset_version_id;
  return {
    own,
    count: Math.max(0, Math.min(chunks - source.from, source.most ?? Number.POSITIVE_INFINITY)),
    name: (index) => `${name}, chunk ${source.from + index + 1} of ${chunks}`,
    place: (index) => ({ chunk_definition_id: id, chunk: source.from + index }),
    async read(index) {
      const { frame, numbers } = await readChunk(platform, id, source.from + index, { signal });
      return { frame: align(frame), numbers: own ? numbers : null };
    },
  };
}

/** Gives rows the columns of the project, each of the kind it has there. The target must be there, and what tells cells apart. */
async function aligner(platform: Platform, project: ProjectRow, signal: AbortSignal): Promise<(table: Frame) => Frame> {
  const example = await readFrame(platform, project.dataset_version_id ?? '', { rows: 1, signal });
  const known = example.columns.map(({ name, kind }): KnownColumn => ({ name, kind }));
  const derived = await derivedFeatures(platform, project);
  const target = derived.find(({ name }) => name === project.target)?.parent ?? project.target;
  const { plan } = project;
  const needed = new Set([
    target,
    ...(plan?.kind === 'series' ? [plan.panel.dateColumn, ...plan.panel.idColumns] : []),
  ]);
  const optional = new Set(known.map(({ name }) => name).filter((name) => !needed.has(name)));
  return (table) => withTransforms(alignFrame(table, known, optional), derived);
}

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
    const request = { datasetId, versionId, name: `Chunks of ${project.name}`, ...how };
    const chunkDefinitionId = await defineChunks(platform, tx, run.actor, request);
    const aimed = { ...aim, chunkDefinitionId };
    await projectStore(tx).setAim(project.id, aimed);
    return aimed;
  });
}

/** Writes the chunks this project defined; chunks defined elsewhere are written already. */
export async function writeOwnChunks(platform: Platform, aim: Aim, run: JobRun): Promise<void> {
  if (aim.incrementalLearningOnBestModel && aim.chunkDefinitionId !== undefined) {
    await writeChunks(platform, aim.chunkDefinitionId, run);
  }
}
