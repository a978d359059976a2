import { column, type Frame, seriesIdAt } from '@almanac/engine';
import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { loadAnyProject } from '../../core/project/get-project.ts';
import { projectData } from '../../engine/project-data.ts';
import { textsOf } from '../../engine/table-problem.ts';
import { multiseriesStore } from './multiseries.store.ts';
import { idColumnsIn } from './multiseries.ts';

const Input = z.strictObject({
  projectId: z.string(),
  idColumn: z.string(),
  groupColumns: z.array(z.string()).optional(),
});

/** A column groups series when it has one value in each series, and fewer values than there are series. */
export const crossSeriesJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.cross-series',
  input: Input,
  limits: 'training',
  retries: 2,
  async run(platform, { projectId, idColumn, groupColumns }, run) {
    const project = await loadAnyProject(platform, projectId);
    const features = await featureStore(platform.db.queries).list(projectId);
    const ids = idColumnsIn(idColumn, new Set(features.map(({ name }) => name)));
    // A column of a composite ID may group the series, the only one cannot.
    const guesses = features.filter(
      ({ name, feature_type }) => feature_type === 'Categorical' && (ids.length > 1 || name !== idColumn),
    );
    const candidates = groupColumns ?? guesses.map(({ name }) => name);
    const table = await (await projectData(platform, project, run.signal)).load();
    const found = new Map(candidates.map((name) => [name, eligibilityOf(table, ids, name)]));
    await multiseriesStore(platform.db.queries).putCrossSeries(projectId, idColumn, found, platform.now());
    return {
      location: `/api/v2/projects/${projectId}/multiseriesIds/${encodeURIComponent(idColumn)}/crossSeriesProperties/`,
    };
  },
};

export function eligibilityOf(table: Frame, idColumns: readonly string[], groupColumn: string): string {
  const id = seriesIdAt(table, idColumns);
  const group = textsOf(column(table, groupColumn));
  const groupOf = new Map<string, string | null>();
  for (let row = 0; row < table.rows; row++) {
    const key = id(row);
    const value = group(row);
    if (groupOf.has(key) && groupOf.get(key) !== value) return 'splitSeries';
    groupOf.set(key, value);
  }
  return new Set(groupOf.values()).size < groupOf.size ? 'suitable' : 'oneSeriesPerGroup';
}
