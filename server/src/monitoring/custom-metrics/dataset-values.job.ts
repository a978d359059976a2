import { z } from 'zod';
import { readFrame, versionForReading, versionProfile } from '#data';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx, JobKind } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted } from '#platform/http/reply.ts';
import { requireOpenBatch } from '../scope/batches.ts';
import { aboutDeployment } from '../scope/statistics-scope.ts';
import { valuesOfDataset } from './dataset-values.rules.ts';
import { MetricSums } from './gather.rules.ts';
import { MetricProblems } from './metric.problems.ts';
import type { Definition, ValuesFromDataset } from './metric.schema.ts';
import { metricStore } from './metric.store.ts';
import { getMetricOrThrow, type MetricPlace } from './metrics.ts';
import { noteImport } from './sum.store.ts';
import { modelOfValues, storeSums } from './values.ts';

const ROWS_AT_ONCE = 50_000;
/** All are held in memory, and added in one transaction. */
const MOST_SUMS = 500_000;

const Input = z.strictObject({
  organizationId: z.string(),
  deploymentId: z.string(),
  metricId: z.string(),
  versionId: z.string(),
  model: z.strictObject({ packageId: z.string(), modelId: z.string() }),
  columns: z.strictObject({
    value: z.string(),
    sampleCount: z.string().nullable(),
    timestamp: z.strictObject({ columnName: z.string(), timeFormat: z.string().nullable() }).nullable(),
    batch: z.string().nullable(),
    batchId: z.string().nullable(),
    segments: z.array(z.strictObject({ name: z.string(), column: z.string() })),
  }),
});
type ValueColumns = z.output<typeof Input>['columns'];

/** Adds the rows of a dataset to a custom metric: all of them or, with a sentence about the first wrong one, none. */
export const valuesDatasetJob: JobKind<z.output<typeof Input>> = {
  name: 'monitoring.custom-metric-dataset',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, { organizationId, deploymentId, metricId, versionId, model, columns }, run) {
    const metric =
      (await metricStore(platform.db.queries).byId(organizationId, deploymentId, metricId)) ??
      refuse(MetricProblems.noSuchMetric, metricId);
    const named = [columns.value, columns.sampleCount, columns.timestamp?.columnName, columns.batch];
    const wanted = [...named, ...columns.segments.map(({ column }) => column)].filter(
      (name) => typeof name === 'string',
    );
    const profile = await versionProfile(platform, versionId);
    const frame = await readFrame(platform, versionId, { columns: [...new Set(wanted)], signal: run.signal });
    await run.progress(0.5);
    const table = {
      rows: frame.rows,
      column: (name: string) =>
        frame.columns.find((column) => column.name === name) ?? refuse(MetricProblems.wrongColumn, name, 'is gone'),
      dateFormat: (name: string) => profile.columns.find((column) => column.name === name)?.summary.dateFormat ?? null,
    };
    const sums = new MetricSums();
    let row = 0;
    for (const value of valuesOfDataset(metric, table, columns, platform.now())) {
      sums.add(value);
      if (sums.size > MOST_SUMS) refuse(MetricProblems.tooManySums, MOST_SUMS);
      // A pause, in which the process does its other work.
      if (++row % ROWS_AT_ONCE === 0) await run.progress(0.5 + (0.3 * row) / frame.rows);
    }
    const owner = { id: deploymentId, organizationId };
    for (const id of sums.batchIds) await requireOpenBatch(platform, owner, id);
    await run.progress(0.8);
    await platform.db.transaction(async (tx) => {
      if (!(await noteImport(tx, { jobId: run.jobId, metricId, organizationId }))) return;
      await storeSums(tx, { organizationId, metrics: [metric], model }, sums);
    });
    return { location: `/api/v2/deployments/${deploymentId}/customMetrics/${metricId}/` };
  },
};

type Said = z.output<typeof ValuesFromDataset>;

/** Columns as they are said now, else as the metric says. */
function columnsOf(said: Said, definition: Definition): ValueColumns {
  const value = (said.value ?? definition.value)?.columnName;
  const batch = said.batchId ? null : ((said.batch ?? definition.batch)?.columnName ?? null);
  const timestamp = said.timestamp ?? definition.timestamp ?? null;
  if (value === undefined) {
    throw invalidFields({
      value: 'Name the column of the values, like {"columnName": "value"}; the metric names none',
    });
  }
  if (!said.batchId && batch === null && timestamp === null) {
    throw invalidFields({ timestamp: 'Name the column of the times, the column of the batches, or a batchId' });
  }
  return {
    value,
    sampleCount: (said.sampleCount ?? definition.sampleCount)?.columnName ?? null,
    timestamp: timestamp && { columnName: timestamp.columnName, timeFormat: timestamp.timeFormat ?? null },
    batch,
    batchId: said.batchId ?? null,
    segments: said.segments ?? [],
  };
}

/** Checked before the job is enqueued. */
function missingColumns(columns: ValueColumns, has: ReadonlySet<string>): Record<string, string> {
  const { value, sampleCount, timestamp, batch, segments } = columns;
  const named = { value, sampleCount, timestamp: timestamp?.columnName, batch };
  const all = [
    ...Object.entries(named),
    ...segments.map(({ column }, at) => [`segments.${at}.column`, column] as const),
  ];
  const missing = all.filter(([, name]) => typeof name === 'string' && !has.has(name));
  return Object.fromEntries(missing.map(([place, name]) => [place, `The dataset has no column "${name}"`]));
}

export async function reportDatasetValues(ctx: Ctx, place: MetricPlace, input: Said) {
  const deployment = await getDeploymentOrThrow(ctx, place.deploymentId, 'use');
  const organizationId = deployment.organization_id;
  const metric = await getMetricOrThrow(ctx, organizationId, place);
  const columns = columnsOf(input, metric.definition);
  const { datasetId, datasetVersionId } = input;
  const version = await versionForReading(ctx, { datasetId, versionId: datasetVersionId ?? undefined });
  const profile = await versionProfile(ctx, version.id);
  const missing = missingColumns(columns, new Set(profile.columns.map(({ name }) => name)));
  if (Object.keys(missing).length > 0) throw invalidFields(missing);
  if (columns.batchId) await requireOpenBatch(ctx, { id: deployment.id, organizationId }, columns.batchId);
  const model = await modelOfValues(ctx, deployment, input);
  const options = aboutDeployment(ctx, place.deploymentId, 'Adding the rows of a dataset to a custom metric');
  const work = { organizationId, ...place, versionId: version.id, model, columns };
  const statusId = await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, valuesDatasetJob, work, options));
  return accepted(statusId, { message: 'ok' });
}
