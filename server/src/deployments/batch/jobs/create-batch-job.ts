import { availableParallelism } from 'node:os';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { statusPath } from '#platform/jobs/status.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { keepSwept } from '../sweep-batches.job.ts';
import { enqueueWork } from '../work/batch.job.ts';
import { batchJobStore } from './batch-job.store.ts';
import type { BatchJobCreate, BatchSpec } from './batch-spec.schema.ts';
import { checkAgainstModel } from './check-against-model.ts';
import { checkPlaces } from './check-places.ts';
import { withSealedHeaders } from './output-headers.ts';
import { seenJob } from './read-batch-jobs.ts';
import { type Scoring, whatScores } from './what-scores.ts';

/** Jobs are made by requests and by schedules: both have somebody who asks. */
export type Making = Pick<Ctx, 'actor' | 'db' | 'now' | 'jobs' | 'config' | 'secrets'>;

export interface MadeFrom {
  /** Where the wish came from: `http`, `schedule`, ... */
  readonly source: string;
  readonly definitionId?: string;
  readonly address?: string;
}

export async function createBatchJob(ctx: Ctx, body: BatchJobCreate): Promise<Reply> {
  const scoring = await whatScores(ctx, body);
  const spec = withSealedHeaders(ctx, specOf(body));
  const job = await makeBatchJob(ctx, spec, scoring, { source: 'http', address: ctx.address });
  return batchAccepted(ctx, job.id);
}

export async function batchAccepted(ctx: Ctx, id: string): Promise<Reply> {
  const body = await seenJob(ctx, id);
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

export async function makeBatchJob(
  ctx: Making,
  spec: BatchSpec,
  scoring: Scoring,
  from: MadeFrom,
): Promise<BatchJobRow> {
  checkAgainstModel(spec, scoring);
  const intakeName = await checkPlaces(ctx, spec);
  return ctx.db.transaction((tx) => insertJob(ctx, tx, spec, scoring, { ...from, intakeName }));
}

async function insertJob(
  ctx: Making,
  tx: Tx,
  spec: BatchSpec,
  { deployment, package: version }: Scoring,
  from: MadeFrom & { readonly intakeName: string | null },
): Promise<BatchJobRow> {
  const { actor } = ctx;
  const now = ctx.now();
  const where = from.address === undefined ? from.source : from.address;
  const job = await batchJobStore(tx).insert({
    id: newId(now),
    organization_id: actor.organizationId,
    kind: 'prediction',
    deployment_id: deployment?.id ?? null,
    package_id: version.id,
    model_id: version.model_id,
    spec: JSON.stringify(spec),
    intake_type: spec.intakeSettings.type,
    output_type: spec.outputSettings.type,
    intake_name: from.intakeName,
    source: from.source,
    definition_id: from.definitionId ?? null,
    logs: JSON.stringify([`Job created by ${actor.username} from ${where} at ${now.toISOString()}`]),
    intake_seen_at: now,
    created_by: actor.userId,
    created_at: now,
  });
  // Rows that are uploaded begin the work when they come.
  if (spec.intakeSettings.type !== 'localFile') await enqueueWork(ctx, tx, job);
  await keepSwept(ctx, tx, actor);
  return job;
}
