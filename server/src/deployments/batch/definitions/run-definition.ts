import { z } from 'zod';
import { accessTo, allows } from '#accounts';
import type { Ctx, JobKind } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { ObjectKind } from '#platform/http/route-access.ts';
import { DEPLOYMENT } from '../../deployment.kind.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { BatchDefinitionRow } from '../batch.tables.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import { createFromSpec, insertBatchJob } from '../jobs/create-batch-job.ts';
import { definitionStore } from './definition.store.ts';

export const BATCH_JOB_DEFINITION: ObjectKind = {
  type: 'batchJobDefinition',
  title: 'batch job definition',
  seenBy: 'whoever made it, editors of its deployment, and administrators',
};

/** Visible to its creator, administrators, and users who may change its deployment: it holds intake and output settings. */
export async function getDefinitionOrThrow(
  ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>,
  id: string,
): Promise<BatchDefinitionRow> {
  const { actor, db } = ctx;
  const row = await definitionStore(db.queries).byId(actor.organizationId, id);
  if (row === undefined) return refuse(BatchProblems.noSuchDefinition, id);
  if (row.created_by !== actor.userId && actor.role !== 'admin' && !(await changesItsDeployment(ctx, row)))
    return refuse(BatchProblems.noSuchDefinition, id);
  ctx.checked?.grant(BATCH_JOB_DEFINITION, 'own');
  return row;
}

async function changesItsDeployment(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  { deployment_id: id }: BatchDefinitionRow,
): Promise<boolean> {
  const access = id === null ? undefined : await accessTo(ctx, { kind: DEPLOYMENT, id });
  return access !== undefined && allows(access, 'write');
}

export async function runDefinitionNow(ctx: Ctx, id: string): Promise<Reply> {
  const { spec } = await getDefinitionOrThrow(ctx, id);
  return createFromSpec(ctx, spec as BatchSpec, id);
}

/** A scheduled run: makes the job as the person who set the schedule, with the rights they have now. */
export const definitionRun: JobKind<{ readonly definitionId: string }> = {
  name: 'batch.definition_run',
  input: z.strictObject({ definitionId: z.string() }),
  lane: 'light',
  limits: 'light',
  retries: 3,
  async run(platform, { definitionId }, { actor }) {
    const definition = await definitionStore(platform.db.queries).byId(actor.organizationId, definitionId);
    if (!definition?.enabled) return undefined;
    const from = { source: 'schedule', definitionId };
    const id = await insertBatchJob({ ...platform, actor }, definition.spec as BatchSpec, from);
    return { location: `/api/v2/batchPredictions/${id}/` };
  },
};
