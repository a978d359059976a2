import { type SelectQueryBuilder, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { pageOfRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Window } from '#platform/http/page.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import type { DeploymentFilter, KEPT_ORDERS } from './deployment.schema.ts';

interface Seen {
  readonly organizationId: string;
  readonly userId: string;
  readonly visible: ReturnType<typeof visibleTo>;
  /** Those the caller owns, for `role=OWNER`. */
  readonly owned: readonly string[] | null;
}

type Listed = SelectQueryBuilder<
  Tables & { champion: Tables['model_packages']; place: Tables['prediction_environments'] },
  'deployments' | 'champion' | 'place',
  object
>;

const ORDERS = {
  label: sql`lower(deployments.label)`,
  createdAtTimestamp: sql`deployments.created_at`,
  currentModelDeployedTimestamp: sql`(SELECT max(deployed_at) FROM deployment_models WHERE deployment_id = deployments.id)`,
  importance: sql`array_position(ARRAY['LOW', 'MODERATE', 'HIGH', 'CRITICAL'], deployments.importance)`,
} satisfies Readonly<Record<(typeof KEPT_ORDERS)[number], unknown>>;

export const deploymentListStore = (db: Queries) => {
  const all = (seen: Seen, filter: DeploymentFilter): Listed => {
    const rows = db
      .selectFrom('deployments')
      .innerJoin('model_packages as champion', 'champion.id', 'deployments.package_id')
      .innerJoin('prediction_environments as place', 'place.id', 'deployments.environment_id')
      .where('deployments.organization_id', '=', seen.organizationId)
      .where('deployments.deleted_at', 'is', null)
      .where('deployments.id', 'in', seen.visible) as Listed;
    return byList(byRecord(rows, seen, filter), filter);
  };
  return {
    /** All of them without a window, for orders and filters that the tables do not know. */
    async ids(seen: Seen, filter: DeploymentFilter, window?: Window): Promise<string[]> {
      let rows = all(seen, filter).select('deployments.id');
      const order = filter.orderBy?.replace('-', '');
      const down = filter.orderBy?.startsWith('-') === true;
      if (order !== undefined && order in ORDERS) {
        rows = rows.orderBy(ORDERS[order as keyof typeof ORDERS], (by) =>
          down ? by.desc().nullsLast() : by.asc().nullsFirst(),
        );
      }
      rows = rows.orderBy('deployments.created_at', 'desc').orderBy('deployments.id', 'desc');
      if (window !== undefined) rows = rows.offset(window.offset).limit(window.limit);
      return (await rows.execute()).map(({ id }) => id);
    },

    async count(seen: Seen, filter: DeploymentFilter): Promise<number> {
      const { total } = await all(seen, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      return total;
    },
  };
};

/** `in ()` is no SQL: an empty list asks for nothing. */
const among = (values: readonly string[]) => sql<string>`any(${[...values]}::text[])`;

function byRecord(rows: Listed, seen: Seen, filter: DeploymentFilter): Listed {
  let left = rows;
  const { search, createdBy, createdByMe, tagKeys, tagValues } = filter;
  if (seen.owned !== null) left = left.where('deployments.id', '=', among(seen.owned));
  if (search !== undefined) {
    const said = sql<string>`lower(deployments.label || ' ' || coalesce(deployments.description, ''))`;
    left = left.where(sql<number>`strpos(${said}, ${search.toLowerCase()})`, '>', 0);
  }
  if (createdBy !== undefined) left = left.where('deployments.created_by', '=', createdBy);
  if (createdByMe === true) left = left.where('deployments.created_by', '=', seen.userId);
  const tagged = (key: 'name' | 'value', wanted: readonly string[]) =>
    sql<boolean>`exists (SELECT 1 FROM jsonb_array_elements(deployments.tags) AS tag WHERE tag->>${key} = ${among(wanted)})`;
  if (tagKeys !== undefined) left = left.where(tagged('name', tagKeys));
  if (tagValues !== undefined) left = left.where(tagged('value', tagValues));
  return left;
}

const isExternal = sql`champion.execution_type = 'external'`;

/** What filters with a list of values compare. */
const COMPARED = {
  status: sql`deployments.status`,
  importance: sql`deployments.importance`,
  defaultPredictionServerId: sql`deployments.environment_id`,
  predictionEnvironmentPlatform: sql`place.platform`,
  championModelTargetType: sql`champion.target->>'type'`,
  championModelExecutionType: sql`champion.execution_type`,
  executionEnvironmentType: sql`CASE WHEN ${isExternal} THEN 'external' ELSE 'datarobot' END`,
  buildEnvironmentType: sql`CASE WHEN ${isExternal}
    THEN coalesce(champion.told->'modelDescription'->>'buildEnvironmentType', 'Other') ELSE 'DataRobot' END`,
};

function byList(rows: Listed, filter: DeploymentFilter): Listed {
  let left = rows;
  for (const [field, compared] of Object.entries(COMPARED)) {
    const wanted = filter[field as keyof typeof COMPARED];
    if (wanted !== undefined) left = left.where(sql<boolean>`${compared} = ${among(wanted)}`);
  }
  return filter.hasDecisionFlow === true ? left.where(sql<boolean>`false`) : left;
}

export interface Owner {
  readonly id: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The people who own deployments, by deployment; those who own through a group are not told one by one. */
export async function listOwners(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Owner[]>> {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.user_id')
    .select(['grants.resource_id', 'users.id', 'users.email'])
    .select(['users.first_name as firstName', 'users.last_name as lastName'])
    .where('grants.resource_type', '=', DEPLOYMENT.type)
    .where('grants.resource_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('grants.role', '=', 'OWNER')
    .orderBy('grants.granted_at')
    .execute();
  const found = new Map<string, Owner[]>();
  for (const { resource_id, ...owner } of rows) found.set(resource_id, [...(found.get(resource_id) ?? []), owner]);
  return found;
}

export const deletedDeploymentStore = (db: Queries) => ({
  page(organizationId: string, visible: Seen['visible'], search: string | undefined, window: Window) {
    let all = db
      .selectFrom('deployments')
      .select(['id', 'label', 'deleted_at'])
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is not', null)
      .where('id', 'in', visible);
    if (search !== undefined) all = all.where(sql<number>`strpos(lower(label), ${search.toLowerCase()})`, '>', 0);
    return pageOfRows(all.orderBy('deleted_at', 'desc').orderBy('id'), window);
  },

  /** What refers to it goes too. False when there was no such deleted deployment. */
  async erase(organizationId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('deployments')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  },
});
