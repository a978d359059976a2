import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, answer } from '#platform/http/reply.ts';
import { noteDone } from '#platform/jobs/note-done.ts';
import { momentOf } from '../scope/period.rules.ts';
import { requireOpenBatch } from '../scope/the-batch.ts';
import { countedAs, type MetricValue, type Segment, wrongTime } from './gather.rules.ts';
import { keepSums, sumsOf } from './keep-values.ts';
import { MetricProblems } from './metric.problems.ts';
import { metricStore } from './metric.store.ts';
import type { MetricRow } from './metric.tables.ts';
import { getMetricOrThrow, type MetricPlace } from './read-metrics.ts';
import type { Bucket, BulkValues, ValuesFromJson } from './values.schema.ts';
import { whoseValues } from './whose-values.ts';

const MOST_WRONG = 20;

/** Reads what was sent; all that is wrong with it is told at once. */
function readBuckets(
  buckets: readonly Bucket[],
  metricAt: (index: number) => MetricRow,
  shared: readonly Segment[],
  now: Date,
): MetricValue[] {
  const wrong: Record<string, string> = {};
  const values: MetricValue[] = [];
  for (const [index, bucket] of buckets.entries()) {
    const place = `buckets.${index}`;
    const metric = metricAt(index);
    const { timestamp, batch } = bucket;
    const counted = countedAs(metric.definition, bucket.value);
    const at = timestamp ? momentOf(timestamp)?.getTime() : now.getTime();
    const late = at === undefined ? 'write it like 2026-01-31T10:00:00Z' : wrongTime(at, now);
    if (typeof counted === 'string') wrong[`${place}.value`] = counted;
    else if (Boolean(timestamp) === Boolean(batch)) {
      wrong[`${place}.timestamp`] = 'Send the time of the value, or the batch it is of: exactly one of both';
    } else if (late !== null) wrong[`${place}.timestamp`] = `"${timestamp}" will not do: ${late}`;
    else {
      const segments = [...shared, ...(bucket.segments ?? [])];
      const what = { metricId: metric.id, ...counted, samples: bucket.sampleSize ?? 1, segments };
      values.push({ ...what, at: at as number, batchId: batch ?? null });
    }
    if (Object.keys(wrong).length >= MOST_WRONG) break;
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
  return values;
}

interface Said {
  readonly modelId?: string | null | undefined;
  readonly modelPackageId?: string | null | undefined;
}

async function take(
  ctx: Ctx,
  deploymentId: string,
  read: (organizationId: string) => Promise<{ metrics: readonly MetricRow[]; values: readonly MetricValue[] }>,
  { said, location, dryRun }: { readonly said: Said; readonly location: string; readonly dryRun: boolean },
) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'use');
  const { metrics, values } = await read(deployment.organization_id);
  const owner = { id: deploymentId, organizationId: deployment.organization_id };
  const sums = sumsOf(values);
  for (const id of sums.batchIds) await requireOpenBatch(ctx, owner, id);
  const model = await whoseValues(ctx, deployment, said);
  if (dryRun) return answer(202, { body: { message: 'ok' } });
  const statusId = await ctx.db.transaction(async (tx) => {
    await keepSums(tx, { organizationId: owner.organizationId, metrics, model }, sums);
    const description = 'Values of custom metrics were added';
    return noteDone(tx, { kind: 'monitoring.custom-metric-values', actor: ctx.actor, location, description });
  });
  return accepted(statusId, { message: 'ok' });
}

export function takeValues(ctx: Ctx, place: MetricPlace, input: z.output<typeof ValuesFromJson>) {
  const read = async (organizationId: string) => {
    const metric = await getMetricOrThrow(ctx, organizationId, place);
    return { metrics: [metric], values: readBuckets(input.buckets, () => metric, input.segments ?? [], ctx.now()) };
  };
  const location = `/api/v2/deployments/${place.deploymentId}/customMetrics/${place.metricId}/`;
  return take(ctx, place.deploymentId, read, { said: input, location, dryRun: input.dryRun ?? false });
}

export function takeBulk(ctx: Ctx, deploymentId: string, input: z.output<typeof BulkValues>) {
  const read = async (organizationId: string) => {
    const metrics = await metricStore(ctx.db.queries).of(organizationId, deploymentId);
    const known = new Map(metrics.map((metric) => [metric.id, metric]));
    const metricAt = (index: number) => {
      const id = input.buckets[index]?.customMetricId ?? '';
      return known.get(id) ?? refuse(MetricProblems.noSuchMetric, id);
    };
    const values = readBuckets(input.buckets, metricAt, input.segments ?? [], ctx.now());
    const meant = new Set(values.map(({ metricId }) => metricId));
    return { metrics: metrics.filter(({ id }) => meant.has(id)), values };
  };
  const location = `/api/v2/deployments/${deploymentId}/customMetrics/`;
  return take(ctx, deploymentId, read, { said: input, location, dryRun: false });
}
