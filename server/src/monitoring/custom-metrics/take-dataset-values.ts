import type { z } from 'zod';
import { versionForReading, versionProfile } from '#data';
import { DEPLOYMENT, getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { accepted } from '#platform/http/reply.ts';
import { requireOpenBatch } from '../scope/the-batch.ts';
import type { ValueColumns } from './dataset-values.rules.ts';
import type { Definition } from './metric.schema.ts';
import { getMetricOrThrow, type MetricPlace } from './read-metrics.ts';
import type { ValuesFromDataset } from './values.schema.ts';
import { valuesDatasetJob } from './values-dataset.job.ts';
import { whoseValues } from './whose-values.ts';

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

/** Before a job begins: columns that are not there are told at once. */
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

export async function takeDatasetValues(ctx: Ctx, place: MetricPlace, input: Said) {
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
  const model = await whoseValues(ctx, deployment, input);
  const options = {
    actor: ctx.actor,
    description: 'Adding the rows of a dataset to a custom metric',
    about: { type: DEPLOYMENT.type, id: place.deploymentId },
  };
  const work = { organizationId, ...place, versionId: version.id, model, columns };
  const statusId = await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, valuesDatasetJob, work, options));
  return accepted(statusId, { message: 'ok' });
}
