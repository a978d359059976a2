import type { z } from 'zod';
import {
  challengersOfDeployment,
  type DeploymentRow,
  findPackage,
  getDeploymentOrThrow,
  listDeployedModels,
} from '#deployments';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, answer } from '#platform/http/reply.ts';
import { noteDone } from '#platform/jobs/note-done.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { openBatchIds } from '../scope/batch.store.ts';
import { requireOpenBatch } from '../scope/batches.ts';
import { parseTimestamp } from '../scope/period.rules.ts';
import { countedAs, MetricSums, type MetricValue, type Segment, wrongTime } from './gather.rules.ts';
import { MetricProblems } from './metric.problems.ts';
import type { Bucket, BulkValues, ValuesFromJson } from './metric.schema.ts';
import { type MetricRow, metricStore, touchMetrics } from './metric.store.ts';
import { getMetricOrThrow, type MetricPlace } from './metrics.ts';
import { addSums } from './sum.store.ts';

const MOST_WRONG = 20;

/** Parses the buckets; all errors are reported together. */
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
    const at = timestamp ? parseTimestamp(timestamp)?.getTime() : now.getTime();
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
  const model = await modelOfValues(ctx, deployment, said);
  if (dryRun) return answer(202, { body: { message: 'ok' } });
  const statusId = await ctx.db.transaction(async (tx) => {
    await storeSums(tx, { organizationId: owner.organizationId, metrics, model }, sums);
    const description = 'Values of custom metrics were added';
    return noteDone(tx, { kind: 'monitoring.custom-metric-values', actor: ctx.actor, location, description });
  });
  return accepted(statusId, { message: 'ok' });
}

export function reportValues(ctx: Ctx, place: MetricPlace, input: z.output<typeof ValuesFromJson>) {
  const read = async (organizationId: string) => {
    const metric = await getMetricOrThrow(ctx, organizationId, place);
    return { metrics: [metric], values: readBuckets(input.buckets, () => metric, input.segments ?? [], ctx.now()) };
  };
  const location = `/api/v2/deployments/${place.deploymentId}/customMetrics/${place.metricId}/`;
  return take(ctx, place.deploymentId, read, { said: input, location, dryRun: input.dryRun ?? false });
}

export function reportBulkValues(ctx: Ctx, deploymentId: string, input: z.output<typeof BulkValues>) {
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

interface Whose {
  readonly organizationId: string;
  readonly metrics: readonly MetricRow[];
  readonly model: ValuesModel;
}

function sumsOf(values: Iterable<MetricValue>): MetricSums {
  const sums = new MetricSums();
  for (const value of values) sums.add(value);
  return sums;
}

/** Adds in the caller's transaction: all of it or none, should a metric or a batch be gone by now. */
export async function storeSums(tx: Tx, whose: Whose, sums: MetricSums): Promise<void> {
  const { organizationId, metrics, model } = whose;
  const ids = metrics.map(({ id }) => id);
  const held = await touchMetrics(tx, organizationId, ids);
  const gone = ids.find((id) => !held.has(id));
  if (gone !== undefined) refuse(MetricProblems.noSuchMetric, gone);
  const open = await openBatchIds(tx, organizationId, sums.batchIds);
  const missing = sums.batchIds.find((id) => !open.has(id));
  if (missing !== undefined) refuse(MonitoringProblems.noSuchBatch, missing);
  const specific = new Set(metrics.filter((metric) => metric.is_model_specific).map(({ id }) => id));
  const modelOf = (metricId: string) => (specific.has(metricId) ? model : NO_MODEL);
  await addSums(tx, { organizationId, modelOf }, sums.all);
}

interface ValuesModel {
  readonly packageId: string;
  readonly modelId: string;
}

const NO_MODEL: ValuesModel = { packageId: '', modelId: '' };

/** The model the reported values are of: one the deployment has or had, or one of its challengers; or that of today. */
export async function modelOfValues(
  ctx: Ctx,
  deployment: DeploymentRow,
  {
    modelId,
    modelPackageId,
  }: { readonly modelId?: string | null | undefined; readonly modelPackageId?: string | null | undefined },
): Promise<ValuesModel> {
  const today = await findPackage(ctx, deployment.package_id);
  const current = { packageId: deployment.package_id, modelId: today?.model_id ?? '' };
  if (!modelId && !modelPackageId) return current;
  const isMeant = (one: ValuesModel) =>
    (!modelId || one.modelId === modelId) && (!modelPackageId || one.packageId === modelPackageId);
  if (isMeant(current)) return current;
  const history = await listDeployedModels(ctx.db.queries, deployment.id);
  const earlier = history
    .map(({ package_id, model_id }) => ({ packageId: package_id, modelId: model_id }))
    .find(isMeant);
  if (earlier) return earlier;
  for (const { package_id } of await challengersOfDeployment(ctx.db.queries, deployment)) {
    const one = { packageId: package_id, modelId: (await findPackage(ctx, package_id))?.model_id ?? '' };
    if (isMeant(one)) return one;
  }
  return refuse(MonitoringProblems.notOfDeployment, modelId || modelPackageId || '');
}
