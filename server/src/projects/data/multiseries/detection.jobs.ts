import { column, type Frame, type SeriesDetection, seriesIdAt } from '@almanac/engine';
import { z } from 'zod';
import type { JobKind } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { loadAnyProject } from '../../core/project/get-project.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { projectData } from '../../engine/project-data.ts';
import { textsOf } from '../../engine/table-problem.ts';
import { idColumnsIn, MultiseriesProblems, multiseriesStore } from './multiseries.store.ts';

const Input = z.strictObject({
  projectId: z.string(),
  dateColumn: z.string(),
  /** Absent: every column that could be an id is tried on its own. */
  idColumns: z.array(z.string()).optional(),
});

/** Columns with more different values than this part of the rows tell rows apart, not series. */
const MOST_SERIES_SHARE = 0.5;

const reasonsOf = ({ series, eligible, reasons }: SeriesDetection): string[] =>
  series === 1 && eligible ? [...reasons, 'There is only one series.'] : [...reasons];

/** Looks at the dates of every candidate series and writes down what it found, good or not. Columns that were
 * named and cannot be series end the job with the reason, so that an older result is not taken for theirs.
 */
export const detectJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.detect',
  input: Input,
  limits: 'training',
  retries: 2,
  async run(platform, { projectId, dateColumn, idColumns }, run) {
    const project = await loadAnyProject(platform, projectId);
    const features = await featureStore(platform.db.queries).list(projectId);
    const guesses = features
      .filter(({ name, feature_type: type }) => name !== dateColumn && (type === 'Categorical' || type === 'Numeric'))
      .filter(({ profile }) => profile.uniqueCount > 1 && profile.uniqueCount <= MOST_SERIES_SHARE * profile.rowCount);
    const candidates = idColumns === undefined ? guesses.map(({ name }) => [name]) : [idColumns];
    const found = await withEngine(await projectData(platform, project, run.signal), run.signal, ({ ask }) =>
      ask('detect', { dateColumn, candidates }),
    );
    await multiseriesStore(platform.db.queries).put(
      found.map((one) => ({
        project_id: projectId,
        date_column: dateColumn,
        id_columns: [...one.idColumns],
        eligible: one.eligible && one.series > 1,
        time_unit: one.timeUnit ?? (one.eligible ? 'ROW' : null),
        time_step: one.timeStep ?? (one.eligible ? 1 : null),
        series: one.series,
        reasons: reasonsOf(one),
        detected_at: platform.now(),
      })),
    );
    const [asked] = found;
    if (idColumns !== undefined && asked !== undefined && !(asked.eligible && asked.series > 1)) {
      refuse(MultiseriesProblems.notSuitable, idColumns, reasonsOf(asked));
    }
    const feature = encodeURIComponent(dateColumn);
    return { location: `/api/v2/projects/${projectId}/features/${feature}/multiseriesProperties/` };
  },
};

const CrossSeriesInput = z.strictObject({
  projectId: z.string(),
  idColumn: z.string(),
  groupColumns: z.array(z.string()).optional(),
});

/** A column groups series when it has one value in each series, and fewer values than there are series. */
export const crossSeriesJob: JobKind<z.output<typeof CrossSeriesInput>> = {
  name: 'projects.cross-series',
  input: CrossSeriesInput,
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

function eligibilityOf(table: Frame, idColumns: readonly string[], groupColumn: string): string {
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
