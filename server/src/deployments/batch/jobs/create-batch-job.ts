import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import { requireRole } from '#accounts';
import { DATA_STORE, requireCredential, versionForReading, wrongUrl } from '#data';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, Problem, refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { statusPath } from '#platform/jobs/status.ts';
import { newRow } from '#platform/new-row.ts';
import { versionOfProject } from '#projects';
import type { ModelPackageRow } from '../../deployments.tables.ts';
import { withoutNulls } from '../../without-nulls.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { AnySpec, BatchJobRow } from '../batch.tables.ts';
import { scheduleSweep } from '../sweep-batches.job.ts';
import { enqueueWork } from '../work/batch.job.ts';
import type { FromExisting } from './batch-job.schema.ts';
import { batchJobStore } from './batch-job.store.ts';
import { getBatchJobOrThrow, showBatchJob } from './batch-jobs.ts';
import type { BatchJobCreate, BatchSpec } from './batch-spec.schema.ts';
import { resolveBatchTarget } from './batch-target.ts';
import { checkAgainstModel, sealHeaders } from './check-spec.ts';

/** Jobs are created by requests and by schedules; both have an actor. */
export type JobCreator = Pick<Ctx, 'actor' | 'db' | 'now' | 'jobs' | 'config' | 'secrets'>;

interface JobOrigin {
  /** Who created the job: `http`, `schedule`, ... */
  readonly source: string;
  readonly definitionId?: string | undefined;
  readonly address?: string;
}

export const createBatchJob = (ctx: Ctx, body: BatchJobCreate): Promise<Reply> =>
  createFromSpec(ctx, sealHeaders(ctx, specOf(body)));

/** A job that a request asks for. */
export async function createFromSpec(ctx: Ctx, spec: BatchSpec, definitionId?: string): Promise<Reply> {
  const id = await insertBatchJob(ctx, spec, { source: 'http', address: ctx.address, definitionId });
  return answer(202, { location: statusPath('batchPredictions', id), body: await showBatchJob(ctx, id) });
}

/** What was said, without what was not, and with the number of threads that will be used. */
export function specOf(body: BatchJobCreate): BatchSpec {
  const cores = availableParallelism();
  return {
    ...withoutNulls(body),
    intakeSettings: withoutNulls(body.intakeSettings),
    outputSettings: withoutNulls(body.outputSettings),
    numConcurrent: Math.min(body.numConcurrent ?? cores, cores),
  } as BatchSpec;
}

/** Inserts a job that scores rows, once all it names was checked. Returns its id. */
export async function insertBatchJob(ctx: JobCreator, spec: BatchSpec, from: JobOrigin): Promise<string> {
  const scoring = await resolveBatchTarget(ctx, spec);
  checkAgainstModel(spec, scoring.package);
  const intakeName = await checkIntakeAndOutput(ctx, spec);
  const { deployment, package: version } = scoring;
  const job = { kind: 'prediction', deploymentId: deployment?.id ?? null, version, spec, intakeName } as const;
  return insertJob(ctx, job, from);
}

interface NewJob {
  readonly kind: BatchJobRow['kind'];
  readonly deploymentId: string | null;
  readonly version: ModelPackageRow;
  readonly spec: AnySpec;
  readonly intakeName: string | null;
}

/** Inserts a job of any kind, in the transaction that also begins its work. Returns its id. */
export function insertJob(ctx: JobCreator, made: NewJob, from: JobOrigin): Promise<string> {
  const { kind, deploymentId, version, spec } = made;
  const row = newRow(ctx);
  const line = `Job created by ${ctx.actor.username} from ${from.address ?? from.source} at ${row.created_at.toISOString()}`;
  return ctx.db.transaction(async (tx) => {
    const job = await batchJobStore(tx).insert({
      ...row,
      kind,
      deployment_id: deploymentId,
      package_id: version.id,
      model_id: version.model_id,
      spec: JSON.stringify(spec),
      intake_type: spec.intakeSettings.type,
      output_type: 'outputSettings' in spec ? spec.outputSettings.type : 'localFile',
      intake_name: made.intakeName,
      source: from.source,
      definition_id: from.definitionId ?? null,
      logs: JSON.stringify([line]),
      intake_seen_at: row.created_at,
    });
    // Rows that are uploaded begin the work when they come.
    if (spec.intakeSettings.type !== 'localFile') await enqueueWork(ctx, tx, job);
    await scheduleSweep(ctx, tx, ctx.actor);
    return job.id;
  });
}

/** As an earlier job was asked for, with the model its deployment serves now. Rows that were uploaded are uploaded again. */
export async function createFromExisting(
  ctx: Ctx,
  { predictionJobId, partNumber }: z.output<typeof FromExisting>,
): Promise<Reply> {
  const before = await getBatchJobOrThrow(ctx, predictionJobId);
  if (partNumber != null && partNumber > 0) refuse(BatchProblems.noParts, partNumber);
  return createFromSpec(ctx, before.spec as BatchSpec);
}

type Places = Pick<BatchSpec, 'intakeSettings' | 'outputSettings'>;

/** Refuses places that cannot be read or written before a worker finds out. Answers what the intake is called. */
export async function checkIntakeAndOutput(
  ctx: JobCreator,
  { intakeSettings, outputSettings }: Places,
): Promise<string | null> {
  const name = await inField('intakeSettings', () => checkIntake(ctx, intakeSettings));
  await inField('outputSettings', () => checkOutput(ctx, outputSettings));
  return name;
}

async function checkIntake(ctx: JobCreator, intake: Places['intakeSettings']): Promise<string | null> {
  if (intake.type === 'dataset') {
    const { datasetId, datasetVersionId } = intake;
    const version = await versionForReading(ctx, { datasetId, versionId: datasetVersionId ?? undefined });
    return version.name;
  }
  if (intake.type === 'dss' && !intake.datasetId) await versionOfProject(ctx, intake.projectId);
  if (intake.type === 'dss' && intake.datasetId) await versionForReading(ctx, { datasetId: intake.datasetId });
  if (intake.type === 'jdbc') await checkDataStore(ctx, intake.dataStoreId);
  if ('credentialId' in intake) await requireCredential(ctx, intake.credentialId);
  if (intake.type === 'http') checkUrl(intake.url);
  if (intake.type === 's3' && intake.endpointUrl) checkUrl(intake.endpointUrl);
  return null;
}

async function checkOutput(ctx: JobCreator, output: Places['outputSettings']): Promise<void> {
  if (output.type === 'jdbc') await checkDataStore(ctx, output.dataStoreId);
  if ('credentialId' in output) await requireCredential(ctx, output.credentialId);
  if (output.type === 'http') checkUrl(output.url);
  if (output.type === 's3' && output.endpointUrl) checkUrl(output.endpointUrl);
}

const checkDataStore = (ctx: JobCreator, id: string) => requireRole(ctx, { kind: DATA_STORE, id }, 'use');

function checkUrl(url: string): void {
  const wrong = wrongUrl(url);
  if (wrong !== null) throw invalidFields({ url: wrong });
}

/** What is named in a body and does not exist is a wrong field, not a missing page. */
async function inField<T>(field: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 403) throw error;
    throw invalidFields({ [field]: error.fields ? Object.values(error.fields).join('. ') : error.message });
  }
}
