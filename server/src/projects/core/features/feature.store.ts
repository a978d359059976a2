import type { Transform } from '@almanac/engine';
import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { FeatureRow, ModelingFeatureRow } from './feature.tables.ts';
import type { FeatureProfile } from './feature-profile.ts';

export interface NewFeature {
  readonly number: number;
  readonly name: string;
  readonly featureType: string;
  readonly profile: FeatureProfile;
  readonly transform?: Transform;
  readonly parents?: readonly string[];
  readonly importance?: number | null;
}

/** Rows a single statement takes at once. */
const CHUNK = 500;

const toRow = (projectId: string, feature: NewFeature) => ({
  project_id: projectId,
  number: feature.number,
  name: feature.name,
  feature_type: feature.featureType,
  profile: JSON.stringify(feature.profile),
  parent_names: [...(feature.parents ?? [])],
  importance: feature.importance ?? null,
});

export const featureStore = (db: Queries) => ({
  list: (projectId: string): Promise<FeatureRow[]> =>
    db.selectFrom('project_features').selectAll().where('project_id', '=', projectId).orderBy('number').execute(),

  byName: (projectId: string, name: string): Promise<FeatureRow | undefined> =>
    db
      .selectFrom('project_features')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('name', '=', name)
      .executeTakeFirst(),

  async insert(projectId: string, features: readonly NewFeature[]): Promise<void> {
    for (let at = 0; at < features.length; at += CHUNK) {
      const rows = features.slice(at, at + CHUNK).map((feature) => ({
        ...toRow(projectId, feature),
        transform: feature.transform === undefined ? null : JSON.stringify(feature.transform),
      }));
      await db
        .insertInto('project_features')
        .values(rows)
        .onConflict((clash) => clash.doNothing())
        .execute();
    }
  },

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
      UPDATE project_features AS f SET importance = told.importance
      FROM unnest(${[...byName.keys()]}::text[], ${[...byName.values()]}::float8[]) AS told(name, importance)
      WHERE f.project_id = ${projectId} AND f.name = told.name`.execute(db);
  },

  modeling: (projectId: string): Promise<ModelingFeatureRow[]> =>
    db.selectFrom('modeling_features').selectAll().where('project_id', '=', projectId).orderBy('number').execute(),

  modelingByName: (projectId: string, name: string): Promise<ModelingFeatureRow | undefined> =>
    db
      .selectFrom('modeling_features')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('name', '=', name)
      .executeTakeFirst(),

  async replaceModeling(projectId: string, features: readonly NewFeature[]): Promise<void> {
    await db.deleteFrom('modeling_features').where('project_id', '=', projectId).execute();
    for (let at = 0; at < features.length; at += CHUNK) {
      const rows = features.slice(at, at + CHUNK).map((feature) => toRow(projectId, feature));
      await db.insertInto('modeling_features').values(rows).execute();
    }
  },
});
