import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Reply } from '#platform/http/reply.ts';
import { getRecommended } from '#projects';
import { packageLeaderboardModel } from '../registry/package-leaderboard-model.ts';
import { getPackageOrThrow, requireDeployable } from '../registry/the-package.ts';
import { deploy, place } from './create-deployment.ts';
import type { FromModel, FromPackage, FromProject } from './deployment.schema.ts';

export async function fromPackage(ctx: Ctx, body: z.output<typeof FromPackage>): Promise<Reply> {
  const { modelPackageId: id, ...wishes } = body;
  const { row } = await getPackageOrThrow(ctx, id, 'use');
  requireDeployable(row);
  return deploy(ctx, row, await place(ctx, row.execution_type, wishes), wishes);
}

/** A model of the leaderboard is registered on the way; what is wrong with the wishes is told before that. */
export async function fromModel(ctx: Ctx, body: z.output<typeof FromModel>): Promise<Reply> {
  const { modelId, ...wishes } = body;
  const placed = await place(ctx, 'dedicated', wishes);
  return deploy(ctx, await packageLeaderboardModel(ctx, { modelId }), placed, wishes);
}

export async function fromProject(ctx: Ctx, body: z.output<typeof FromProject>): Promise<Reply> {
  const { projectId, ...wishes } = body;
  const { modelId } = await getRecommended(ctx, projectId);
  return fromModel(ctx, { modelId, ...wishes });
}
