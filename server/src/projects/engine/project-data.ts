import { createHash } from 'node:crypto';
import { type DerivedFeature, type Frame, withTransforms } from '@almanac/engine';
import { readFrame } from '#data';
import type { Platform } from '#platform/context.ts';
import { featureStore } from '../core/features/feature.store.ts';
import type { ProjectRow } from '../core/project/project.tables.ts';

export interface ProjectData {
  /** The same for the same table: threads that hold it already are not given it again. */
  readonly key: string;
  load(): Promise<Frame>;
}

/** The table of a project, with the features that were made of its columns. */
export async function projectData(platform: Platform, project: ProjectRow, signal: AbortSignal): Promise<ProjectData> {
  const versionId = project.dataset_version_id;
  if (versionId === null) throw new Error(`Project ${project.id} has no data.`);
  const derived = await derivedFeatures(platform, project);
  const mark = createHash('sha256').update(JSON.stringify(derived)).digest('hex').slice(0, 16);
  return {
    key: `${versionId}:${mark}`,
    load: async () => withTransforms(await readFrame(platform, versionId, { signal }), derived),
  };
}

/** The features that were made of columns of the data. */
export async function derivedFeatures({ db }: Platform, project: ProjectRow): Promise<readonly DerivedFeature[]> {
  return (await featureStore(db.queries).list(project.id)).flatMap((row): DerivedFeature[] => {
    const parent = row.parent_names[0];
    return row.transform === null || parent === undefined ? [] : [{ name: row.name, parent, transform: row.transform }];
  });
}
