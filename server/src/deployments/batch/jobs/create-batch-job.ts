import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import { requireRole } from '#accounts';
import { DATA_STORE, requireCredential, versionForReading, wrongUrl } from '#data';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields, Problem, refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { statusPath } from '#platform/jobs/status.ts';
import { versionOfProject } from '#projects';
import type { ModelPackageRow } from '../../deployments.tables.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { AnySpec, BatchJobRow } from '../batch.tables.ts';
import { scheduleSweep } from '../sweep-batches.job.ts';
import { enqueueWork } from '../work/batch.job.ts';
import type { FromExisting } from './batch-job.schema.ts';
import { batchJobStore } from './batch-job.store.ts';
import { getBatchJobOrThrow, showBatchJob } from './batch-jobs.ts';
import type { BatchJobCreate, BatchSpec } from './batch-spec.schema.ts';
import { resolveBatchTarget, type Scoring } from './batch-target.ts';
import { checkAgainstModel, sealHeaders } from './check-spec.ts';

/** Jobs are created by requests and by schedules; both have an actor. */
export type JobCreator = Pick<Ctx, 'actor' | 'db' | 'now' | 'jobs' | 'config' | 'secrets'>;

interface JobOrigin {
  /** Who created the job: `http`, `schedule`, ... */
  readonly source: string;
  readonly definitionId?: string;
  readonly address?: string;
}

export async function createBatchJob(ctx: Ctx, body: BatchJobCreate): Promise<Reply> {
  const scoring = await resolveBatchTarget(ctx, body);
  const spec = sealHeaders(ctx, specOf(body));
  const job = await insertBatchJob(ctx, spec, scoring, { source: 'http', address: ctx.address });
  return batchAccepted(ctx, job.id);
}

export async function batchAccepted(ctx: Ctx, id: string): Promise<Reply> {
  const body = await showBatchJob(ctx, id);
  return answer(202, { location: statusPath('batchPredictions', id), body });
}

/** What was said, without what was not, and with the number of threads that will be used. */
export function specOf(body: BatchJobCreate): BatchSpec {
  const said = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as BatchSpec;
  const cores = availableParallelism();
  return {
    ...said,
    intakeSettings: withoutNulls(said.intakeSettings),
    outputSettings: withoutNulls(said.outputSettings),
    numConcurrent: Math.min(body.numConcurrent ?? cores, cores),
  };
}

const withoutNulls = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined)) as T;

export async function insertBatchJob(
  ctx: JobCreator,
  spec: BatchSpec,
  scoring: Scoring,
  from: JobOrigin,
): Promise<BatchJobRow> {
  checkAgainstModel(spec, scoring);
  const intakeName = await checkIntakeAndOutput(ctx, spec);
  const { deployment, package: version } = scoring;
  const outputType = spec.outputSettings.type;
  const job = {
    kind: 'prediction',
    deploymentId: deployment?.id ?? null,
    version,
    spec,
    outputType,
    intakeName,
  } as const;
  return ctx.db.transaction((tx) => insertJob(ctx, tx, job, from));
}

interface NewJob {
  readonly kind: BatchJobRow['kind'];
  readonly deploymentId: string | null;
  readonly version: ModelPackageRow;
  readonly spec: AnySpec;
  readonly outputType: string;
  readonly intakeName: string | null;
}

/** Inserts a job of any kind, in the transaction that also begins its work. */
export async function insertJob(ctx: JobCreator, tx: Tx, made: NewJob, from: JobOrigin): Promise<BatchJobRow> {
  const { kind, deploymentId, version, spec } = made;
  const { actor } = ctx;
  const now = ctx.now();
  const where = from.address === undefined ? from.source : from.address;
  const job = await batchJobStore(tx).insert({
    id: newId(now),
    organization_id: actor.organizationId,
    kind,
    deployment_id: deploymentId,
    package_id: version.id,
    model_id: version.model_id,
    spec: JSON.stringify(spec),
    intake_type: spec.intakeSettings.type,
    output_type: made.outputType,
    intake_name: made.intakeName,
    source: from.source,
    definition_id: from.definitionId ?? null,
    logs: JSON.stringify([`Job created by ${actor.username} from ${where} at ${now.toISOString()}`]),
    intake_seen_at: now,
    created_by: actor.userId,
    created_at: now,
  });
  // Rows that are uploaded begin the work when they come.
  if (spec.intakeSettings.type !== 'localFile') await enqueueWork(ctx, tx, job);
  await scheduleSweep(ctx, tx, actor);
  return job;
}

/** As an earlier job was asked for, with the model its deployment serves now. Rows that were uploaded are uploaded again. */
export async function createFromExisting(
  ctx: Ctx,
  { predictionJobId, partNumber }: z.output<typeof FromExisting>,
): Promise<Reply> {
  const before = await getBatchJobOrThrow(ctx, predictionJobId);
  if (partNumber != null && partNumber > 0) refuse(BatchProblems.noParts, partNumber);
  const spec = before.spec as BatchSpec;
  const scoring = await resolveBatchTarget(ctx, spec);
  const job = await insertBatchJob(ctx, spec, scoring, { source: 'http', address: ctx.address });
  return batchAccepted(ctx, job.id);
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
