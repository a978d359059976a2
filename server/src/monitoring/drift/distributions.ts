import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import type { LayoutColumn } from '../profiles/layout.ts';
import { columnNamed, mergedColumns, readProfiles } from '../profiles/read-profiles.ts';
import { periodOf, toPeriod } from '../scope/period.rules.ts';
import { askedBatches, getQuestionOrThrow, type Question } from '../scope/statistics-scope.ts';
import { type AskedModel, askedModel } from './asked-model.ts';
import { distributionOf } from './distribution.rules.ts';
import type { Distribution, DistributionQuery } from './distribution.schema.ts';
import { targetColumn } from './target-drift.ts';
import { watchedFeatures } from './watched-features.ts';

interface Shown {
  readonly name: string;
  readonly role: Distribution['role'];
  readonly column: LayoutColumn;
}

/** What predictions and features looked like in training and lately, in the same bins; predictions first. */
export async function distributions(
  ctx: Ctx,
  deploymentId: string,
  url: string,
  query: z.output<typeof DistributionQuery>,
) {
  const question = await getQuestionOrThrow(ctx, deploymentId, query);
  const period = periodOf(query, ctx.now());
  const batches = query.batchId ? await askedBatches(ctx, question, query) : [];
  const within = query.batchId ? { batchIds: batches.map(({ id }) => id) } : period;
  const asked = await askedModel(ctx, question);
  const all = asked ? columnsOf(question, asked).filter(({ name }) => isAsked(name, query.featureName)) : [];
  const limit = query.limit === 0 ? Math.max(1, all.length) : query.limit;
  const shown = all.slice(query.offset, query.offset + limit);
  const kept = await readProfiles(ctx, { ...question, modelIds: question.modelIds.slice(0, 1), within });
  const names = shown.map(({ column }) => column.name);
  const recent = mergedColumns(kept, kept.rows, names);
  const data = shown.map(({ name, role, column }, at) => distributionOf(name, role, column, recent[at] ?? null));
  return {
    ...page(ctx.links, url, { offset: query.offset, limit }, data, all.length),
    period: toPeriod(period),
    modelId: question.modelIds[0] ?? null,
    batchId: batches.map(({ id }) => id),
    ...question.told,
  };
}

const isAsked = (name: string, asked: string | undefined): boolean => asked === undefined || name === asked;

function columnsOf({ deployment }: Question, { model, layout }: AskedModel): Shown[] {
  const target = targetColumn(layout);
  const features = watchedFeatures(deployment, model, layout).flatMap(({ name }) => {
    const column = columnNamed(layout, name);
    return column ? [{ name, role: 'feature' as const, column }] : [];
  });
  if (!target) return features;
  return [{ name: model.target.name ?? target.name, role: 'target' as const, column: target }, ...features];
}
