import { type SqlBool, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { ServiceRow } from '../monitoring.tables.ts';
import { type AggregateFilter, isOfModels } from '../scope/statistics-parts.ts';
import {
  addLatencies,
  type Latencies,
  noMinutes,
  readLatencies,
  readMinutes,
  writeLatencies,
  writeMinutes,
} from './latency.rules.ts';

interface ServiceKey {
  readonly deploymentId: string;
  readonly packageId: string;
  readonly batchId: string;
  readonly hour: Date;
  readonly consumerId: string;
  readonly address: string;
  readonly host: string;
}

/** What happened in an hour or batch, for one of those who asked. */
export interface ServiceCounts {
  readonly predictions: number;
  readonly requests: number;
  readonly userErrors: number;
  readonly serverErrors: number;
  readonly cacheHits: number;
  readonly execution: Latencies;
  readonly response: Latencies;
  readonly minutes: Uint32Array;
}

export interface NewService extends ServiceKey, ServiceCounts {
  readonly organizationId: string;
  readonly modelId: string;
  readonly consumerName: string;
  readonly lastAt: Date;
}

/** Segment attributes of callers, and their columns. */
export const CONSUMER_ATTRIBUTES = {
  'DataRobot-Consumer': 'consumer_name',
  'DataRobot-Remote-IP': 'address',
  'DataRobot-Host-IP': 'host',
  'DataRobot-Host-Name': 'host',
} as const;
type ConsumerAttribute = keyof typeof CONSUMER_ATTRIBUTES;
export const isConsumerAttribute = (name: string): name is ConsumerAttribute =>
  Object.hasOwn(CONSUMER_ATTRIBUTES, name);

const whereKey = (key: ServiceKey) => ({
  deployment_id: key.deploymentId,
  package_id: key.packageId,
  batch_id: key.batchId,
  hour: key.hour,
  consumer_id: key.consumerId,
  address: key.address,
  host: key.host,
});

/** Only absorbing writes here, and it holds the deployment while it does. */
export async function addService(tx: Tx, add: NewService): Promise<void> {
  const found = await tx
    .selectFrom('monitoring_service')
    .selectAll()
    .where((eb) => eb.and(whereKey(add)))
    .where('organization_id', '=', add.organizationId)
    .executeTakeFirst();
  const known = found && countsOf(found);
  const execution: Latencies = new Map(known?.execution);
  const response: Latencies = new Map(known?.response);
  addLatencies(execution, add.execution);
  addLatencies(response, add.response);
  const values = {
    consumer_name: add.consumerName,
    predictions: add.predictions + (known?.predictions ?? 0),
    requests: add.requests + (known?.requests ?? 0),
    user_errors: add.userErrors + (known?.userErrors ?? 0),
    server_errors: add.serverErrors + (known?.serverErrors ?? 0),
    cache_hits: add.cacheHits + (known?.cacheHits ?? 0),
    execution: writeLatencies(execution),
    response: writeLatencies(response),
    minutes: writeMinutes(add.minutes.map((count, minute) => count + (known?.minutes[minute] ?? 0))),
    last_at: found && found.last_at > add.lastAt ? found.last_at : add.lastAt,
  };
  const key = { organization_id: add.organizationId, model_id: add.modelId, ...whereKey(add) };
  if (found === undefined)
    await tx
      .insertInto('monitoring_service')
      .values({ ...key, ...values })
      .execute();
  else {
    await tx
      .updateTable('monitoring_service')
      .set(values)
      .where((eb) => eb.and(whereKey(add)))
      .where('organization_id', '=', add.organizationId)
      .execute();
  }
}

export const countsOf = (row: ServiceRow): ServiceCounts => ({
  predictions: row.predictions,
  requests: row.requests,
  userErrors: row.user_errors,
  serverErrors: row.server_errors,
  cacheHits: row.cache_hits,
  execution: readLatencies(row.execution),
  response: readLatencies(row.response),
  minutes: row.minutes.length === 0 ? noMinutes() : readMinutes(row.minutes),
});

export function readServiceRows(db: Queries, scope: AggregateFilter): Promise<ServiceRow[]> {
  const { segment } = scope;
  const column = segment && isConsumerAttribute(segment.attribute) ? CONSUMER_ATTRIBUTES[segment.attribute] : null;
  return db
    .selectFrom('monitoring_service')
    .selectAll()
    .where(isOfModels(scope))
    .where(column ? sql<SqlBool>`${sql.ref(column)} = ${segment?.value}` : sql<SqlBool>`true`)
    .orderBy('hour')
    .execute();
}

export async function consumerValues(
  db: Queries,
  organizationId: string,
  deploymentId: string,
  attribute: ConsumerAttribute,
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    SELECT DISTINCT ${sql.ref(CONSUMER_ATTRIBUTES[attribute])} AS value FROM monitoring_service
    WHERE organization_id = ${organizationId} AND deployment_id = ${deploymentId} ORDER BY 1`.execute(db);
  return rows.map((row) => row.value);
}

interface UseFilter {
  readonly organizationId: string;
  /** Who asks: told their own use of what they may see, and everybody's of what they may change. */
  readonly userId: string;
  readonly may: { readonly see: ReturnType<typeof visibleTo>; readonly change: ReturnType<typeof visibleTo> };
  readonly from: Date;
  readonly to: Date;
  readonly offset: number;
  readonly limit: number;
}

/** Hours that touch the span, added up by deployment and caller, the busiest first. */
export async function usesOfDeployments(db: Queries, filter: UseFilter) {
  const touched = db
    .selectFrom('monitoring_service')
    .innerJoin('deployments', 'deployments.id', 'monitoring_service.deployment_id')
    .where('monitoring_service.organization_id', '=', filter.organizationId)
    .where(({ or, and, eb }) =>
      or([
        eb('monitoring_service.deployment_id', 'in', filter.may.change),
        and([
          eb('monitoring_service.consumer_id', '=', filter.userId),
          eb('monitoring_service.deployment_id', 'in', filter.may.see),
        ]),
      ]),
    )
    .where('hour', '>', new Date(filter.from.getTime() - 3_600_000))
    .where('hour', '<=', filter.to);
  const grouped = touched.groupBy(['deployment_id', 'deployments.label', 'consumer_id']);
  const rows = await grouped
    .select(['deployment_id', 'deployments.label', 'consumer_id'])
    .select(({ fn }) => [
      fn.max('consumer_name').as('consumer_name'),
      fn.sum<string>('requests').as('requests'),
      fn.sum<string>('predictions').as('predictions'),
      sql<string>`sum(user_errors + server_errors)`.as('errors'),
      fn.max('last_at').as('last_at'),
    ])
    .orderBy('requests', 'desc')
    .orderBy('deployment_id')
    .orderBy('consumer_id')
    .offset(filter.offset)
    .limit(filter.limit)
    .execute();
  const pairs = grouped.select('deployment_id').as('pairs');
  const { total } = await db
    .selectFrom(pairs)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
