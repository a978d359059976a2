import { splitSeriesId, type TimeUnit } from '@almanac/engine';
import type { Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRows, pageOfRows } from '#platform/db/rows.ts';
import { catalogue, unprocessable } from '#platform/http/problem.ts';

interface DetectionTable {
  project_id: string;
  date_column: string;
  id_columns: string[];
  eligible: boolean;
  time_unit: TimeUnit | null;
  time_step: number | null;
  series: number;
  reasons: string[];
  detected_at: Date;
}

interface CrossSeriesTable {
  project_id: string;
  id_column: string;
  group_column: string;
  eligibility: string;
  analysed_at: Date;
}

interface SeriesTable {
  project_id: string;
  number: number;
  name: string;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    multiseries_detections: DetectionTable;
    cross_series_columns: CrossSeriesTable;
    project_series: SeriesTable;
  }
}

export type DetectionRow = Selectable<DetectionTable>;

const CHUNK = 5000;

export const multiseriesStore = (db: Queries) => ({
  detections: (projectId: string, dateColumn: string) =>
    findRows(
      db,
      'multiseries_detections',
      { project_id: projectId, date_column: dateColumn },
      { orderBy: ['detected_at', 'id_columns'] },
    ),

  async put(rows: readonly DetectionRow[]): Promise<void> {
    if (rows.length === 0) return;
    await db
      .insertInto('multiseries_detections')
      .values([...rows])
      .onConflict((clash) =>
        clash.columns(['project_id', 'date_column', 'id_columns']).doUpdateSet(({ ref }) => ({
          eligible: ref('excluded.eligible'),
          time_unit: ref('excluded.time_unit'),
          time_step: ref('excluded.time_step'),
          series: ref('excluded.series'),
          reasons: ref('excluded.reasons'),
          detected_at: ref('excluded.detected_at'),
        })),
      )
      .execute();
  },

  async setSeries(projectId: string, names: readonly string[]): Promise<void> {
    await deleteRows(db, 'project_series', { project_id: projectId });
    for (let at = 0; at < names.length; at += CHUNK) {
      const rows = names.slice(at, at + CHUNK).map((name, i) => ({ project_id: projectId, number: at + i, name }));
      await db.insertInto('project_series').values(rows).execute();
    }
  },

  async series(projectId: string, window: { readonly offset: number; readonly limit: number }) {
    const names = db.selectFrom('project_series').select('name').where('project_id', '=', projectId).orderBy('name');
    const { rows, total } = await pageOfRows(names, window);
    return { names: rows.map(({ name }) => name), total };
  },

  /** All names by number: what predictions refer to. */
  seriesByNumber: async (projectId: string): Promise<string[]> => {
    const rows = await findRows(db, 'project_series', { project_id: projectId }, { orderBy: ['number'] });
    return rows.map(({ name }) => name);
  },

  crossSeries: (projectId: string, idColumn: string) =>
    findRows(db, 'cross_series_columns', { project_id: projectId, id_column: idColumn }, { orderBy: ['group_column'] }),

  async putCrossSeries(
    projectId: string,
    idColumn: string,
    found: ReadonlyMap<string, string>,
    now: Date,
  ): Promise<void> {
    for (const [group_column, eligibility] of found) {
      await db
        .insertInto('cross_series_columns')
        .values({ project_id: projectId, id_column: idColumn, group_column, eligibility, analysed_at: now })
        .onConflict((clash) =>
          clash.columns(['project_id', 'id_column', 'group_column']).doUpdateSet({ eligibility, analysed_at: now }),
        )
        .execute();
    }
  },
});

export const MultiseriesProblems = catalogue({
  notADate: unprocessable(
    'projects.not_a_date',
    (name: string, type: string) =>
      `${JSON.stringify(name)} is ${type}, not Date, so it cannot be the time axis. Choose a column of type Date.`,
  ),
  stillDetecting: unprocessable(
    'projects.still_detecting',
    () =>
      'The series of this project are being analysed at this moment. Wait for the status of multiseriesProperties/ to finish.',
  ),
  notSuitable: unprocessable(
    'projects.not_suitable_as_series',
    (columns: readonly string[], reasons: readonly string[]) =>
      `${columns.map((name) => JSON.stringify(name)).join(' and ')} cannot tell series apart. ${reasons.join(' ')}`,
  ),
  noSeries: unprocessable(
    'projects.no_series',
    () => 'The project has no series: it is not a multiseries time series project, or it has no target yet.',
  ),
});

/**
 * The ID columns a text names: one column of the project, or several joined like the values of a composite series ID
 * (`store | item`). What names neither is left as it is, for the caller to refuse.
 */
export function idColumnsIn(text: string, known: ReadonlySet<string>): readonly string[] {
  if (known.has(text)) return [text];
  const names = splitSeriesId(text, 2);
  return names.length > 1 && names.every((name) => known.has(name)) ? names : [text];
}
