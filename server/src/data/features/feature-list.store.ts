import { type Insertable, sql } from 'kysely';
import type { z } from 'zod';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import { readOrder } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import type { FeaturelistRecord, FeaturelistRow } from '../versions/versions.tables.ts';
import { FeaturelistProblems } from './feature.problems.ts';
import type { FeaturelistQuery } from './feature-list.schema.ts';

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
  page(datasetId: string, versionId: string | undefined, query: z.output<typeof FeaturelistQuery>) {
    let mine = records(db, organizationId, datasetId).where(versionId === undefined ? ofDataset : fitting(versionId));
    if (query.searchFor !== undefined) {
      mine = mine.where(sql<boolean>`strpos(lower(dataset_featurelists.name), lower(${query.searchFor})) > 0`);
    }
    const { field, direction } = readOrder(query.orderBy);
    return pageOfRows(mine.orderBy(ORDER[field], direction).orderBy('dataset_featurelists.id'), query);
  },

  byId: (datasetId: string, id: string, versionId?: string): Promise<FeaturelistRecord | undefined> => {
    const one = records(db, organizationId, datasetId).where('dataset_featurelists.id', '=', id);
    return (versionId === undefined ? one : one.where(fitting(versionId))).executeTakeFirst();
  },

  insert: (row: Insertable<Tables['dataset_featurelists']>) =>
    refuseTakenName(db.insertInto('dataset_featurelists').values(row).execute(), row.name),

  change: (datasetId: string, id: string, change: Partial<Pick<FeaturelistRow, 'name' | 'description'>>) =>
    refuseTakenName(updateRows(db, 'dataset_featurelists', { id, dataset_id: datasetId }, change), change.name ?? ''),

  delete: (datasetId: string, id: string) => deleteRows(db, 'dataset_featurelists', { id, dataset_id: datasetId }),
});
