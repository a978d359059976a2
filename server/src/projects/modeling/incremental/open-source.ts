import { alignFrame, type Frame, type KnownColumn, withTransforms } from '@almanac/engine';
import { chunksOf, ingestStage, readChunk, readFrame } from '#data';
import type { Platform } from '#platform/context.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { derivedFeatures } from '../../engine/project-data.ts';
import type { ContinueInput } from './incremental.schema.ts';

export interface MoreRows {
  readonly frame: Frame;
  readonly numbers: Int32Array | null;
}

/** Rows to go on with, one piece at a time: no more than one of them is ever held. */
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
    await ingestStage(platform, { versionId, stageId, said }, run);
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
