import type { z } from 'zod';
import type { Need } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { modelToPackage } from '#projects';
import type { DeploymentRow } from '../../deployments.tables.ts';
import { getPackageOrThrow } from '../../registry/the-package.ts';
import { DeploymentProblems } from '../deployment.problems.ts';
import { deploymentStore } from '../deployment.store.ts';
import { getDeploymentOrThrow } from '../the-deployment.ts';
import { type Candidate, candidateOf, replacementChecks, verdict } from './replacement.rules.ts';
import type { Validation, ValidationWish } from './replacement.schema.ts';

type Wish = z.output<typeof ValidationWish>;

/** A model of a leaderboard is not registered for a question; of it less is known. */
async function candidateFor(ctx: Ctx, { modelId, modelPackageId }: Wish): Promise<Candidate> {
  if (modelPackageId) return candidateOf((await getPackageOrThrow(ctx, modelPackageId, 'use')).row);
  const model = await modelToPackage(ctx, modelId ?? '');
  return {
    packageId: null,
    modelId: model.modelId,
    target: model.target,
    series: model.isTimeSeries,
    external: false,
    archived: false,
    build: 'complete',
    columns: null,
    plan: null,
  };
}

export interface Judged {
  readonly row: DeploymentRow;
  readonly validation: z.infer<typeof Validation>;
}

export async function judgeReplacement(ctx: Ctx, id: string, wish: Wish, need: Need): Promise<Judged> {
  const row = await getDeploymentOrThrow(ctx, id, need);
  const candidate = await candidateFor(ctx, wish);
  const [champion] = await deploymentStore(ctx.db.queries).packages(ctx.actor.organizationId, [row.package_id]);
  if (champion === undefined) return refuse(DeploymentProblems.noSuchDeployment, id);
  const checks = replacementChecks(candidateOf(champion), candidate, row);
  return { row, validation: { ...verdict(checks), checks } };
}

export const validateReplacement = async (ctx: Ctx, id: string, wish: Wish) =>
  (await judgeReplacement(ctx, id, wish, 'read')).validation;
