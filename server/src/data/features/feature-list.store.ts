import { type Insertable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/problem.ts';
import type { FeaturelistRecord, FeaturelistRow } from '../versions/versions.tables.ts';
import { FeaturelistProblems } from './feature.problems.ts';
import type { FeaturelistOrder } from './feature-list.schema.ts';

interface Window {
  readonly offset: number;
  readonly limit: number;
  readonly orderBy: FeaturelistOrder;
}

const ORDER = {
  name: sql`lower(dataset_featurelists.name)`,
  description: sql`lower(dataset_featurelists.description)`,
  featuresNumber: sql`cardinality(dataset_featurelists.features)`,
  creationDate: sql`dataset_featurelists.created_at`,
  userCreated: sql`(dataset_featurelists.version_id IS NULL)`,
} as const;

async function refuseTakenName<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const taken = (error as { constraint?: string }).constraint === 'dataset_featurelists_name';
    if (taken) refuse(FeaturelistProblems.nameTaken, name);
    throw error;
  }
}

const records = (db: Queries, organizationId: string, datasetId: string) =>
  db
    .selectFrom('dataset_featurelists')
    .innerJoin('datasets', 'datasets.id', 'dataset_featurelists.dataset_id')
    .innerJoin('users', 'users.id', 'dataset_featurelists.created_by')
    .selectAll('dataset_featurelists')
    .select('users.username as creator')
    .where('datasets.organization_id', '=', organizationId)
    .where('dataset_featurelists.dataset_id', '=', datasetId);

/** People's lists show under the versions that have all their columns; the automatic one under its own. */
const fitting = (versionId: string) => sql<boolean>`
  CASE WHEN dataset_featurelists.version_id IS NULL
    THEN dataset_featurelists.features <@ (SELECT array_agg(name) FROM dataset_features WHERE version_id = ${versionId})
    ELSE dataset_featurelists.version_id = ${versionId} END`;

/** Under the dataset: all that people made, and the automatic one of the latest version. */
const ofDataset = sql<boolean>`
  (dataset_featurelists.version_id IS NULL OR dataset_featurelists.version_id = datasets.latest_version_id)`;

export const featurelistStore = (db: Queries, organizationId: string) => ({
  async page(
    { datasetId, versionId }: { readonly datasetId: string; readonly versionId?: string | undefined },
    searchFor: string | undefined,
    window: Window,
  ) {
    let mine = records(db, organizationId, datasetId).where(versionId === undefined ? ofDataset : fitting(versionId));
    if (searchFor !== undefined) {
      mine = mine.where(sql<boolean>`strpos(lower(dataset_featurelists.name), lower(${searchFor})) > 0`);
    }
    const field = window.orderBy.replace('-', '') as keyof typeof ORDER;
    const rows: FeaturelistRecord[] = await mine
      .orderBy(ORDER[field], window.orderBy.startsWith('-') ? 'desc' : 'asc')
      .orderBy('dataset_featurelists.id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await mine
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total };
  },

  byId: (datasetId: string, id: string, versionId?: string): Promise<FeaturelistRecord | undefined> => {
    const one = records(db, organizationId, datasetId).where('dataset_featurelists.id', '=', id);
    return (versionId === undefined ? one : one.where(fitting(versionId))).executeTakeFirst();
  },

  insert: (row: Insertable<Tables['dataset_featurelists']>) =>
    refuseTakenName(db.insertInto('dataset_featurelists').values(row).execute(), row.name),

  change: (datasetId: string, id: string, change: Partial<Pick<FeaturelistRow, 'name' | 'description'>>) =>
    refuseTakenName(
      db
        .updateTable('dataset_featurelists')
        .set(change)
        .where('id', '=', id)
        .where('dataset_id', '=', datasetId)
        .execute(),
      change.name ?? '',
    ),

  delete: (datasetId: string, id: string) =>
    db.deleteFrom('dataset_featurelists').where('id', '=', id).where('dataset_id', '=', datasetId).execute(),
});
