import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { deploy } from './create-deployment.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import type { FromPackage } from './deployment.schema.ts';
import { deploymentStore } from './deployment.store.ts';

export async function fromPackage(ctx: Ctx, body: z.output<typeof FromPackage>): Promise<Reply> {
  const { modelPackageId: id, ...wishes } = body;
  const [model] = await deploymentStore(ctx.db.queries).packages(ctx.actor.organizationId, [id]);
  return deploy(ctx, model ?? refuse(DeploymentProblems.noSuchPackage, id), wishes);
}
