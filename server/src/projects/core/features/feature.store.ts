import type { Transform } from '@almanac/engine';
import { type ColumnType, type Selectable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows } from '#platform/db/rows.ts';

type Statistic = number | string | null;

/** Profile of a feature: the part of the dataset's profile that projects use. */
export interface FeatureProfile {
  readonly rowCount: number;
  readonly uniqueCount: number;
  readonly naCount: number;
  readonly min: Statistic;
  readonly max: Statistic;
  readonly mean: Statistic;
  readonly median: Statistic;
  readonly stdDev: Statistic;
  readonly dateFormat: string | null;
  readonly lowInformation: boolean;
  readonly timeSeriesEligible: boolean;
  readonly timeSeriesEligibilityReason: string;
  readonly timeStep: number | null;
  readonly timeUnit: string | null;
  readonly isZeroInflated: boolean | null;
  /** Categories, or low ends of ranges, with how many rows fall into them. */
  readonly plot: readonly { readonly label: string; readonly count: number }[];
}

/** Profile of a derived feature, which has no measured values. */
export const UNMEASURED: FeatureProfile = {
  rowCount: 0,
  uniqueCount: 0,
  naCount: 0,
  min: null,
  max: null,
  mean: null,
  median: null,
  stdDev: null,
  dateFormat: null,
  lowInformation: false,
  timeSeriesEligible: false,
  timeSeriesEligibilityReason: 'notADate',
  timeStep: null,
  timeUnit: null,
  isZeroInflated: null,
  plot: [],
};

interface ProjectFeatureTable {
  project_id: string;
  number: number;
  name: string;
  feature_type: string;
  profile: ColumnType<FeatureProfile, string, string>;
  transform: ColumnType<Transform | null, string | null | undefined, never>;
  parent_names: ColumnType<string[], string[] | undefined, never>;
  importance: number | null;
}

type ModelingFeatureTable = Omit<ProjectFeatureTable, 'transform'>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    project_features: ProjectFeatureTable;
    modeling_features: ModelingFeatureTable;
  }
}

export type FeatureRow = Selectable<ProjectFeatureTable>;
export type ModelingFeatureRow = Selectable<ModelingFeatureTable>;

export interface NewFeature {
  readonly number: number;
  readonly name: string;
  readonly featureType: string;
  readonly profile: FeatureProfile;
  readonly transform?: Transform;
  readonly parents?: readonly string[];
  readonly importance?: number | null;
}

/** The feature of a row, for another table or project. */
export const toNewFeature = (row: Omit<ModelingFeatureRow, 'importance' | 'project_id'>): NewFeature => ({
  ...{ number: row.number, name: row.name, featureType: row.feature_type, profile: row.profile },
  parents: row.parent_names,
});

/** Rows a single statement takes at once. */
const CHUNK = 500;

type FeatureTableName = 'project_features' | 'modeling_features';

const toRow = (projectId: string, feature: NewFeature) => ({
  project_id: projectId,
  number: feature.number,
  name: feature.name,
  feature_type: feature.featureType,
  profile: JSON.stringify(feature.profile),
  parent_names: [...(feature.parents ?? [])],
  importance: feature.importance ?? null,
  ...(feature.transform === undefined ? {} : { transform: JSON.stringify(feature.transform) }),
});

export const featureStore = (db: Queries) => {
  const insertInto = async (table: FeatureTableName, projectId: string, features: readonly NewFeature[]) => {
    for (let at = 0; at < features.length; at += CHUNK) {
      const rows = features.slice(at, at + CHUNK).map((feature) => toRow(projectId, feature));
      const insertion = db.insertInto(table).values(rows);
      await insertion.onConflict((clash) => clash.doNothing()).execute();
    }
  };
  return {
    list: (projectId: string) => findRows(db, 'project_features', { project_id: projectId }, { orderBy: ['number'] }),
    byName: (projectId: string, name: string) => findRow(db, 'project_features', { project_id: projectId, name }),

    insert: (projectId: string, features: readonly NewFeature[]) => insertInto('project_features', projectId, features),

    async nextNumber(projectId: string): Promise<number> {
      const { last } = await db
        .selectFrom('project_features')
        .select(sql<number>`coalesce(max(number), -1)`.as('last'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      return last + 1;
    },

    async setImportance(projectId: string, byName: ReadonlyMap<string, number>): Promise<void> {
      await sql`
        UPDATE project_features AS f SET importance = measured.importance
        FROM unnest(${[...byName.keys()]}::text[], ${[...byName.values()]}::float8[]) AS measured(name, importance)
        WHERE f.project_id = ${projectId} AND f.name = measured.name`.execute(db);
    },

    modeling: (projectId: string) =>
      findRows(db, 'modeling_features', { project_id: projectId }, { orderBy: ['number'] }),
    modelingByName: (projectId: string, name: string) =>
      findRow(db, 'modeling_features', { project_id: projectId, name }),

    /** Beside those that are there. Models on rows see the features themselves. */
    insertModeling: (projectId: string, features: readonly NewFeature[]) =>
      insertInto(
        'modeling_features',
        projectId,
        features.map(({ transform: _, ...feature }) => feature),
      ),

    async replaceModeling(projectId: string, features: readonly NewFeature[]): Promise<void> {
      await deleteRows(db, 'modeling_features', { project_id: projectId });
      await insertInto('modeling_features', projectId, features);
    },
  };
};
