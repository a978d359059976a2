import { type Insertable, sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { findRow, findRows, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { allAtZero, containing } from '../listing.ts';
import type { ModelManifest } from '../model-manifest.ts';
import type { PackageQuery } from './registry.schema.ts';
import { type VersionFilter, versionConditions } from './version-filter.store.ts';

const SORTED_BY = {
  version: 'version',
  modelType: 'model_type',
  status: 'build_status',
  createdAt: 'created_at',
  modifiedAt: 'updated_at',
  updatedAt: 'updated_at',
} as const;

/** Versions a user may see: of visible registered models, of global ones, and those shared with them. */
export interface Visible {
  readonly models: ReturnType<typeof visibleTo>;
  readonly versions: ReturnType<typeof visibleTo>;
}

type Columns = Updateable<Tables['model_packages']>;
type PackageColumns = { readonly [Column in keyof Columns]?: Columns[Column] | undefined };

export const packageStore = (db: Queries) => ({
  byId: (organization_id: string, id: string) => findRow(db, 'model_packages', { organization_id, id }),

  /** Of any organization: for jobs and serving, whose caller's rights were checked. */
  anyById: (id: string) => findRow(db, 'model_packages', { id }),

  /** Newest first unless asked otherwise. What was archived is not listed. */
  page(
    organizationId: string,
    visible: Visible,
    filter: VersionFilter,
    asked: z.output<typeof PackageQuery> & { modelOf?: string },
  ) {
    let mine = db
      .selectFrom('model_packages')
      .selectAll()
      .where('model_packages.organization_id', '=', organizationId)
      .where('model_packages.is_archived', '=', false)
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('model_packages.registered_model_id', 'in', visible.models),
          eb('model_packages.id', 'in', visible.versions),
          eb(
            'model_packages.registered_model_id',
            'in',
            selectFrom('registered_models')
              .select('registered_models.id')
              .where('registered_models.organization_id', '=', organizationId)
              .where('is_global', '=', true),
          ),
        ]),
      )
      .where((eb) => versionConditions(eb, filter));
    if (asked.modelOf !== undefined) mine = mine.where('model_packages.registered_model_id', '=', asked.modelOf);
    if (asked.search !== undefined) {
      const pattern = containing(asked.search);
      mine = mine.where(({ or, eb }) =>
        or([
          eb('model_packages.name', 'ilike', pattern),
          eb('model_packages.description', 'ilike', pattern),
          eb('model_packages.model_type', 'ilike', pattern),
        ]),
      );
    }
    const ordered = mine
      .orderBy(SORTED_BY[asked.sortKey ?? 'createdAt'], asked.sortDirection ?? (asked.sortKey ? 'asc' : 'desc'))
      .orderBy('model_packages.id', 'desc');
    return pageOfRows(ordered, allAtZero(asked));
  },

  byIds: (ids: readonly string[]) => findRows(db, 'model_packages', { id: ids }),

  /** Those whose build job has ended. */
  async withEndedJobs(ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectFrom('model_packages')
      .leftJoin('job_records', (join) => join.on('job_records.id', '=', sql<string>`model_packages.build_job_id::uuid`))
      .select('model_packages.id')
      .where('model_packages.id', 'in', [...ids])
      .where('model_packages.build_status', '=', 'inProgress')
      .where(({ or, eb }) =>
        or([eb('job_records.id', 'is', null), eb('job_records.status', 'not in', ['INITIALIZED', 'RUNNING'])]),
      )
      .execute();
    return rows.map(({ id }) => id);
  },

  ofModel: (registered_model_id: string) => findRows(db, 'model_packages', { registered_model_id }),

  /** How many deployments that answer each of them serves. */
  async activeDeployments(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('deployments')
      .select(({ fn }) => ['package_id', fn.countAll<number>().as('deployments')])
      .where('package_id', 'in', [...ids])
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .groupBy('package_id')
      .execute();
    return new Map(rows.map(({ package_id, deployments }) => [package_id, deployments]));
  },

  /** A deployment that has one of them as its model or as a challenger. */
  async usedBy(ids: readonly string[]): Promise<{ readonly id: string; readonly label: string } | undefined> {
    if (ids.length === 0) return undefined;
    const challenged = db
      .selectFrom('challengers')
      .select('deployment_id')
      .where('package_id', 'in', [...ids]);
    return db
      .selectFrom('deployments')
      .select(['id', 'label'])
      .where(({ or, eb }) => or([eb('package_id', 'in', [...ids]), eb('id', 'in', challenged)]))
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
  },

  /** Prevents their deployment until the transaction ends. */
  lock: (ids: readonly string[]) => findRows(db, 'model_packages', { id: ids }, { orderBy: ['id'], lock: true }),

  insert: (row: Insertable<Tables['model_packages']>): Promise<ModelPackageRow> =>
    db.insertInto('model_packages').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (id: string, change: PackageColumns) => updateRows(db, 'model_packages', { id }, change),

  built(id: string, bundle: ModelManifest, updated_at: Date) {
    const change = { bundle: JSON.stringify(bundle), build_status: 'complete', build_error: null, updated_at } as const;
    return updateRows(db, 'model_packages', { id }, change);
  },

  /** One that was built by another run stays built. */
  failed(id: string, build_error: string, updated_at: Date) {
    const change = { build_status: 'failed', build_error, updated_at } as const;
    return updateRows(db, 'model_packages', { id, build_status: 'inProgress' }, change);
  },
});
