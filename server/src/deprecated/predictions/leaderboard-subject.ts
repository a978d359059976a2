import type { Subject } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { leaderboardModel } from '#projects';

export interface LeaderboardSubject extends Subject {
  readonly targetType: string;
}

/** A model that answers from its leaderboard, without a deployment: what all old routes with a project are about. */
export async function leaderboardSubject(ctx: Ctx, projectId: string, modelId: string): Promise<LeaderboardSubject> {
  const { predictionThreshold, targetType, load } = await leaderboardModel(ctx, projectId, modelId);
  const modelKey = `leaderboard ${modelId}`;
  return {
    modelKey,
    modelId,
    threshold: predictionThreshold,
    targetType,
    deployment: null,
    load: async () => ({ id: modelKey, modelId, ...(await load()) }),
  };
}
