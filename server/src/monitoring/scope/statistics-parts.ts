import { type SqlBool, sql } from 'kysely';
import { toBatchRef } from './batch.record.ts';
import type { StoredBatch } from './batch.store.ts';
import { bucketAt, type Period, toPeriod } from './period.rules.ts';

/** The hours of a period, or batches. */
export type Within = Period | { readonly batchIds: readonly string[] };

/** Which aggregates a statistic is computed from. */
export interface AggregateFilter {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly modelIds: readonly string[];
  readonly segment: { readonly attribute: string; readonly value: string } | null;
  readonly within: Within;
}

export const isWithin = (within: Within) =>
  'batchIds' in within
    ? sql<SqlBool>`batch_id = any(${[...within.batchIds]}::text[])`
    : sql<SqlBool>`(batch_id = '' AND hour >= ${within.start} AND hour < ${within.end})`;

export const isOfModels = ({ organizationId, deploymentId, modelIds, within }: AggregateFilter) =>
  sql<SqlBool>`(organization_id = ${organizationId} AND deployment_id = ${deploymentId}
    AND model_id = any(${[...modelIds]}::text[]) AND ${isWithin(within)})`;

export const isInSegment = ({ segment }: AggregateFilter) =>
  sql<SqlBool>`(segment_attribute = ${segment?.attribute ?? ''} AND segment_value = ${segment?.value ?? ''})`;

/** Rows bucket by bucket, with the bucket as replies show it. */
export const splitByTime =
  (buckets: readonly Period[]) =>
  <Row extends { readonly hour: Date }>(rows: readonly Row[]) => {
    const inBucket = buckets.map((): Row[] => []);
    for (const row of rows) inBucket[bucketAt(buckets, row.hour)]?.push(row);
    return buckets.map((bucket, at) => ({ label: { period: toPeriod(bucket) }, rows: inBucket[at] ?? [] }));
  };

/** Rows batch by batch. */
export const splitByBatch =
  (batches: readonly StoredBatch[]) =>
  <Row extends { readonly batch_id: string }>(rows: readonly Row[]) =>
    batches.map((batch) => ({
      label: { batch: toBatchRef(batch) },
      rows: rows.filter(({ batch_id }) => batch_id === batch.id),
    }));
