import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { isDated, type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { getModelingProjectOrThrow } from '../../core/project/get-project.ts';
import { InsightProblems } from '../insight.problems.ts';
import { insightStore } from '../insight.store.ts';
import { readyModel } from '../model-files.ts';
import { getScoredModelOrThrow } from '../model-parts.ts';
import { alreadyComputed, requestInsight } from '../request-insight.ts';
import { type Backtest, featureImpactStep, type ImpactContent, impactSource } from './feature-impact.step.ts';
import type { ImpactRequest } from './feature-insight.schema.ts';

const WHAT = 'Feature impact of this model';

export async function requestImpact(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  body: z.output<typeof ImpactRequest>,
): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'use');
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  await readyModel(ctx, projectId, modelId);
  const backtest = body.backtest ?? null;
  requireBacktest(scored.plan, backtest);
  if (backtest === 'holdout' && !project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  const rowCount = body.rowCount ?? null;
  const there = (await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'featureImpact')).find(
    ({ source }) => source === impactSource(backtest),
  );
  if (there !== undefined && (there.asked as { rowCount: number | null }).rowCount === rowCount) {
    throw alreadyComputed(WHAT);
  }
  return requestInsight(ctx, featureImpactStep, { modelId, rowCount, backtest }, { project, modelId, what: WHAT });
}

function requireBacktest(plan: ProjectPlan, backtest: Backtest): void {
  const { judged, holdout } = partNames(plan);
  if (backtest === null || (backtest === 'holdout' && holdout)) return;
  if (!isDated(plan)) throw invalidFields({ backtest: 'The project has no backtests. Leave it out' });
  if (backtest === 'holdout' || backtest >= judged.length) {
    throw invalidFields({ backtest: `There is no backtest ${backtest}; they are numbered 0 to ${judged.length - 1}` });
  }
}

export async function readImpact(ctx: Ctx, projectId: string, modelId: string, backtest: Backtest | undefined) {
  await getScoredModelOrThrow(ctx, projectId, modelId);
  const rows = await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'featureImpact');
  const row = rows.find(({ source }) => source === impactSource(backtest ?? null));
  if (row === undefined) {
    return refuse(
      InsightProblems.notComputed,
      'feature impact',
      `/api/v2/projects/${projectId}/models/${modelId}/featureImpact/ to compute it`,
    );
  }
  const content = row.content as ImpactContent;
  return { ...content, count: content.featureImpacts.length, next: null, previous: null };
}
