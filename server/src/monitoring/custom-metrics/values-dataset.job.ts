import { z } from 'zod';
import { readFrame, versionProfile } from '#data';
import { refuse } from '#platform/http/problem.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { requireOpenBatch } from '../scope/the-batch.ts';
import { type ValueColumns, valuesOfDataset } from './dataset-values.rules.ts';
import { MetricSums } from './gather.rules.ts';
import { keepSums } from './keep-values.ts';
import { MetricProblems } from './metric.problems.ts';
import { metricStore } from './metric.store.ts';
import { noteImport } from './sum.store.ts';

const ROWS_AT_ONCE = 50_000;
/** All are held in memory, and added in one transaction. */
const MOST_SUMS = 500_000;

interface Input {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly metricId: string;
  readonly versionId: string;
  readonly model: { readonly packageId: string; readonly modelId: string };
  readonly columns: ValueColumns;
}

/** Adds the rows of a dataset to a custom metric: all of them or, with a sentence about the first wrong one, none. */
export const valuesDatasetJob: JobKind<Input> = {
  name: 'monitoring.custom-metric-dataset',
  input: z.strictObject({
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
  }),
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
      await keepSums(tx, { organizationId, metrics: [metric], model }, sums);
    });
    return { location: `/api/v2/deployments/${deploymentId}/customMetrics/${metricId}/` };
  },
};
