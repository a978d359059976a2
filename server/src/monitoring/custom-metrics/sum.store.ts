import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { MetricSum } from './gather.rules.ts';

export interface SumOwner {
  readonly organizationId: string;
  /** Of which model each metric's values are; empty for metrics of no model in particular. */
  readonly modelOf: (metricId: string) => { readonly packageId: string; readonly modelId: string };
}

const ROWS_AT_ONCE = 5000;

/** Adds to what is kept. The metrics are held by the caller. */
export async function addSums(
  tx: Tx,
  { organizationId, modelOf }: SumOwner,
  sums: readonly MetricSum[],
): Promise<void> {
  for (let from = 0; from < sums.length; from += ROWS_AT_ONCE) {
    const some = sums.slice(from, from + ROWS_AT_ONCE);
    const of = <Value>(pick: (sum: MetricSum) => Value) => some.map(pick);
    await sql`
      INSERT INTO custom_metric_sums AS s (organization_id, metric_id, package_id, model_id, batch_id,
        segment_attribute, segment_value, category, hour, samples, total, weighted, last_at, last_value)
      SELECT ${organizationId}, u.* FROM unnest(
        ${of(({ metricId }) => metricId)}::text[],
        ${of(({ metricId }) => modelOf(metricId).packageId)}::text[],
        ${of(({ metricId }) => modelOf(metricId).modelId)}::text[],
        ${of(({ batchId }) => batchId)}::text[],
        ${of(({ attribute }) => attribute)}::text[],
        ${of(({ segment }) => segment)}::text[],
        ${of(({ category }) => category)}::text[],
        ${of(({ hour }) => new Date(hour))}::timestamptz[],
        ${of(({ samples }) => samples)}::bigint[],
        ${of(({ total }) => total)}::double precision[],
        ${of(({ weighted }) => weighted)}::double precision[],
        ${of(({ lastAt }) => new Date(lastAt))}::timestamptz[],
        ${of(({ last }) => last)}::double precision[]) AS u
      ON CONFLICT (metric_id, segment_attribute, segment_value, coalesce(batch_id, ''), hour, package_id, category)
      DO UPDATE SET samples = s.samples + excluded.samples, total = s.total + excluded.total,
        weighted = s.weighted + excluded.weighted,
        last_value = CASE WHEN excluded.last_at >= s.last_at THEN excluded.last_value ELSE s.last_value END,
        last_at = greatest(s.last_at, excluded.last_at)`.execute(tx);
  }
}

/** Sums over some of what is kept; `part` is the bucket (from 1) or the batch. */
export interface StoredSum {
  readonly metricId: string;
  readonly part: string;
  readonly category: string;
  readonly samples: number;
  readonly total: number;
  readonly weighted: number;
  readonly last: number;
  readonly lastAt: Date;
}

export interface SumFilter {
  readonly organizationId: string;
  readonly metricIds: readonly string[];
  /** Null: whatever they are of. */
  readonly modelIds: readonly string[] | null;
  readonly packageIds: readonly string[] | null;
  readonly segment: { readonly attribute: string; readonly value: string } | null;
  /** One after the other without a gap, or batches. */
  readonly within:
    | { readonly buckets: readonly { readonly start: Date; readonly end: Date }[] }
    | { readonly batchIds: readonly string[] };
}

export async function readSums(db: Queries, scope: SumFilter): Promise<StoredSum[]> {
  const { organizationId, metricIds, modelIds, packageIds, segment, within } = scope;
  const starts = 'buckets' in within ? within.buckets.map(({ start }) => start) : [];
  const end = 'buckets' in within ? within.buckets.at(-1)?.end : undefined;
  const part = 'batchIds' in within ? sql`s.batch_id` : sql`width_bucket(s.hour, ${starts}::timestamptz[])::text`;
  const where =
    'batchIds' in within
      ? sql`s.batch_id = any(${[...within.batchIds]}::text[])`
      : sql`s.batch_id IS NULL AND s.hour >= ${starts[0]} AND s.hour < ${end}`;
  const among = (column: ReturnType<typeof sql>, ids: readonly string[] | null) =>
    ids === null ? sql`true` : sql`${column} = any(${[...ids]}::text[])`;
  const { rows } = await sql<StoredSum>`
    SELECT s.metric_id AS "metricId", ${part} AS part, s.category, sum(s.samples)::bigint AS samples,
      sum(s.total) AS total, sum(s.weighted) AS weighted,
      (array_agg(s.last_value ORDER BY s.last_at DESC))[1] AS last, max(s.last_at) AS "lastAt"
    FROM custom_metric_sums s
    WHERE s.organization_id = ${organizationId} AND s.metric_id = any(${[...metricIds]}::text[])
      AND s.segment_attribute = ${segment?.attribute ?? ''} AND s.segment_value = ${segment?.value ?? ''}
      AND ${among(sql`s.model_id`, modelIds)} AND ${among(sql`s.package_id`, packageIds)} AND ${where}
    GROUP BY 1, 2, 3`.execute(db);
  return rows;
}

/** False when the job has added its values before. */
export async function noteImport(
  tx: Tx,
  {
    jobId,
    metricId,
    organizationId,
  }: { readonly jobId: string; readonly metricId: string; readonly organizationId: string },
): Promise<boolean> {
  const noted = await tx
    .insertInto('custom_metric_imports')
    .values({ job_id: jobId, metric_id: metricId, organization_id: organizationId })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .returning('job_id')
    .execute();
  return noted.length > 0;
}
