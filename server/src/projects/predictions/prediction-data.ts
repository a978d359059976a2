import { alignFrame, type Frame, type KnownColumn, withTransforms } from '@almanac/engine';
import { readFrame } from '#data';
import type { Platform } from '#platform/context.ts';
import type { ProjectRow } from '../core/project/project.tables.ts';
import { derivedFeatures, type ProjectData } from '../engine/project-data.ts';

/** The rows of a version, in the shape of the project's own data: the same kinds of columns, the same transforms. */
export async function predictionData(
  platform: Platform,
  project: ProjectRow,
  versionId: string,
  signal: AbortSignal,
): Promise<ProjectData> {
  const { plan, dataset_version_id: learned } = project;
  if (plan === null || learned === null) throw new Error(`Project ${project.id} has no plan or no data.`);
  const derived = await derivedFeatures(platform, project);
  return {
    key: `${versionId} for ${project.id}`,
    async load(): Promise<Frame> {
      const example = await readFrame(platform, learned, { rows: 1, signal });
      const known = example.columns.map(({ name, kind }): KnownColumn => ({ name, kind }));
      const sent = await readFrame(platform, versionId, { signal });
      return withTransforms(alignFrame(sent, known, optional(project, known)), derived);
    },
  };
}

/** Time series need their dates and ids. What a model on rows needs depends on the model: its job looks. */
function optional({ plan }: ProjectRow, known: readonly KnownColumn[]): ReadonlySet<string> {
  const needed = new Set(plan?.kind === 'series' ? [plan.panel.dateColumn, ...plan.panel.idColumns] : []);
  return new Set(known.map(({ name }) => name).filter((name) => !needed.has(name)));
}
