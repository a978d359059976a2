import { sql } from 'kysely';
import type { Eraser, UseCaseEntity, UseCaseEntityRow } from '#accounts';
import './versions/versions.tables.ts';
import { RECIPE } from './recipes/recipe.access.ts';
import './recipes/recipes.tables.ts';
import { DATASET } from './versions/find-version.ts';

/** What goes with an organization besides its rows: the files of its datasets and of uploads in parts. */
export const dataEraser: Eraser = {
  counted: { datasets: 'datasets', recipes: 'recipes', dataStores: 'data_stores' },
  async blobPrefixes(db, organizationId) {
    const { rows } = await sql<{ prefix: string }>`
      SELECT 'datasets/' || id || '/' AS prefix FROM datasets WHERE organization_id = ${organizationId}
      UNION ALL SELECT 'stages/' || id || '/' FROM data_stages WHERE organization_id = ${organizationId}`.execute(db);
    return rows.map(({ prefix }) => prefix);
  },
};

type Metadata = UseCaseEntityRow['metadata'];

/** What use cases contain of this module. */
export const useCaseEntities: readonly UseCaseEntity[] = [
  {
    entityType: 'dataset',
    collection: 'datasets',
    kind: DATASET,
    oneUseCaseOnly: false,
    rows: (db) =>
      db
        .selectFrom('datasets')
        .select(['datasets.id', 'datasets.name', 'datasets.modified_at as updated_at'])
        .select('datasets.modified_by as updated_by')
        .select([
          sql<boolean>`datasets.deleted_at IS NOT NULL`.as('deleted'),
          sql<Metadata>`jsonb_build_object('versionId', datasets.latest_version_id)`.as('metadata'),
        ]),
  },
  {
    entityType: 'recipe',
    collection: 'recipes',
    kind: RECIPE,
    oneUseCaseOnly: false,
    rows: (db) =>
      db
        .selectFrom('recipes')
        .select(['recipes.id', 'recipes.name', 'recipes.updated_at', 'recipes.updated_by'])
        .select([
          sql<boolean>`false`.as('deleted'),
          sql<Metadata>`jsonb_build_object('status', recipes.status)`.as('metadata'),
        ]),
  },
];
