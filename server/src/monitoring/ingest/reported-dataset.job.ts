import { type Column, textsOf } from '@almanac/engine';
import { z } from 'zod';
import { readFrame, versionForReading } from '#data';
import { findDeployment, findPackage, getDeploymentOrThrow, getRecorder, type PredictionRecord } from '#deployments';
import type { Ctx, JobKind } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted } from '#platform/http/reply.ts';
import { JobProblems } from '#platform/jobs/jobs.problems.ts';
import { stringifyJson } from '#platform/json.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { aboutDeployment } from '../scope/statistics-scope.ts';
import type { FromDataset } from './ingest.schema.ts';
import { answerOfReport, reportedRecord } from './report.rules.ts';

const ROWS_AT_ONCE = 2000;

/** Reports the rows of a dataset as predictions that were made elsewhere, just now. */
export const inputsDatasetJob: JobKind<{ deploymentId: string; versionId: string }> = {
  name: 'monitoring.inputs-from-dataset',
  input: z.strictObject({ deploymentId: z.string(), versionId: z.string() }),
  // Rows that were noted cannot be taken back, and must not count twice.
  limits: 'heavy',
  retries: 0,
  async run(platform, { deploymentId, versionId }, run) {
    const deployment = await findDeployment(platform, deploymentId);
    const model = deployment && (await findPackage(platform, deployment.package_id));
    if (deployment === undefined || model === undefined) return undefined;
    const { columns, rows } = await readFrame(platform, versionId, { signal: run.signal });
    const answered = (model.told as { predictionProbabilitiesColumn?: string } | null)?.predictionProbabilitiesColumn;
    const predicted = columns.find(({ name }) => name === (answered ?? model.target.name));
    if (predicted !== undefined && predicted.kind !== 'numeric') {
      refuse(MonitoringProblems.wrongReport, `Column "${predicted.name}"`, 'predictions must be numbers');
    }
    const features = columns.filter((column) => column !== predicted);
    const cells = features.map((column) => [column.name, cellsOf(column)] as const);
    const recorder = getRecorder(platform);
    for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
      const some = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - from) }, (_, row) => from + row);
      const table = some.map((row) => Object.fromEntries(cells.map(([name, cell]) => [name, cell(row)])));
      const values = predicted && some.map((row) => predicted.values[row] as number);
      const record: PredictionRecord = {
        ...reportedRecord(deployment, model, run.actor, { address: '', at: platform.now().getTime() }),
        rows: some.length,
        input: { format: 'json', bytes: new TextEncoder().encode(stringifyJson(table)) },
        ...(values && { answer: answerOfReport('predictions', values, null, model.target) }),
      };
      recorder.note(record);
      // The recorder keeps only so much in memory.
      await recorder.settle();
      if (recorder.state.trouble?.isFull) refuse(JobProblems.noSpace);
      await run.progress(Math.min(1, (from + some.length) / rows));
    }
    return { location: `/api/v2/deployments/${deploymentId}/` };
  },
};

function cellsOf(column: Column): (row: number) => string | number | null {
  if (column.kind !== 'numeric') return textsOf(column);
  return (row) => (Number.isNaN(column.values[row]) ? null : (column.values[row] as number));
}

/** Rows of a dataset as predictions of an external model. */
export async function reportDataset(ctx: Ctx, deploymentId: string, input: z.output<typeof FromDataset>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'use');
  const model = await findPackage(ctx, deployment.package_id);
  if (model?.execution_type !== 'external') refuse(MonitoringProblems.notExternal, deploymentId);
  const { datasetId, datasetVersionId } = input;
  const version = await versionForReading(ctx, { datasetId, versionId: datasetVersionId ?? undefined });
  const options = aboutDeployment(ctx, deploymentId, 'Reporting the rows of a dataset as predictions');
  const work = { deploymentId, versionId: version.id };
  const statusId = await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, inputsDatasetJob, work, options));
  return accepted(statusId, { message: 'ok' });
}
