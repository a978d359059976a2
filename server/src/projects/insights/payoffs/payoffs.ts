import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page, type Window } from '#platform/http/page.ts';
import { catalogue, notFound, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { getModelingProjectOrThrow, getProjectOrThrow } from '../../core/project/get-project.ts';
import { InsightProblems } from '../model-parts.ts';
import type { PayoffMatrix, PayoffMatrixCreate } from './payoff.schema.ts';
import { type PayoffMatrixRow, type PayoffValues, payoffStore } from './payoff.store.ts';

const PayoffProblems = catalogue({
  noSuchMatrix: notFound(
    'payoffs.no_such_matrix',
    (id: string, projectId: string) =>
      `The project has no payoff matrix ${id}. GET /api/v2/projects/${projectId}/payoffMatrices/ lists those it has.`,
  ),
});

const show = (row: PayoffMatrixRow): z.infer<typeof PayoffMatrix> => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  truePositiveValue: row.true_positive_value,
  trueNegativeValue: row.true_negative_value,
  falsePositiveValue: row.false_positive_value,
  falseNegativeValue: row.false_negative_value,
});

const valuesOf = (body: PayoffMatrixCreate): PayoffValues => ({
  name: body.name,
  true_positive_value: body.truePositiveValue,
  true_negative_value: body.trueNegativeValue,
  false_positive_value: body.falsePositiveValue,
  false_negative_value: body.falseNegativeValue,
});

export async function createPayoffMatrix(ctx: Ctx, projectId: string, body: PayoffMatrixCreate): Promise<Reply> {
  const { plan } = await getModelingProjectOrThrow(ctx, projectId, 'write');
  const task = plan?.kind === 'table' ? plan.task : 'a time series';
  if (task !== 'binary') refuse(InsightProblems.notForTask, 'A payoff matrix', 'binary', task);
  const row = { id: newId(), project_id: projectId, ...valuesOf(body), created_at: ctx.now() };
  const made = await payoffStore(ctx.db.queries).insert(row);
  return created(`/api/v2/projects/${projectId}/payoffMatrices/${made.id}/`, show(made));
}

export async function listPayoffMatrices(ctx: Ctx, projectId: string, url: string, window: Window) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const { rows, total } = await payoffStore(ctx.db.queries).page(projectId, window);
  return page(ctx.links, url, window, rows.map(show), total);
}

export async function getPayoffMatrix(ctx: Ctx, projectId: string, id: string) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const row = await payoffStore(ctx.db.queries).byId(projectId, id);
  return show(row ?? refuse(PayoffProblems.noSuchMatrix, id, projectId));
}

export async function replacePayoffMatrix(ctx: Ctx, projectId: string, id: string, body: PayoffMatrixCreate) {
  await getProjectOrThrow(ctx, projectId, 'write');
  const row = await payoffStore(ctx.db.queries).replace(projectId, id, valuesOf(body));
  return show(row ?? refuse(PayoffProblems.noSuchMatrix, id, projectId));
}

export async function deletePayoffMatrix(ctx: Ctx, projectId: string, id: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  if ((await payoffStore(ctx.db.queries).delete(projectId, id)) === 0) {
    refuse(PayoffProblems.noSuchMatrix, id, projectId);
  }
  return noContent();
}
