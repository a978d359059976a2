import { estimatorNamed } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { isForecast, supportsIncremental } from '../core/models/blueprint.rules.ts';
import { getBlueprintOrThrow } from '../core/models/get-model.ts';
import { blueprintStore } from '../core/models/model.store.ts';
import type { BlueprintRow } from '../core/models/model.tables.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import type { Blueprint, Chart, Docs } from './model.schema.ts';

const toBlueprint = (row: BlueprintRow): z.infer<typeof Blueprint> => ({
  id: row.id,
  projectId: row.project_id,
  modelType: row.model_type,
  processes: row.processes,
  blueprintCategory: 'Almanac',
  monotonicIncreasingFeaturelistId: null,
  monotonicDecreasingFeaturelistId: null,
  supportsMonotonicConstraints: false,
  recommendedFeaturelistId: null,
  supportsComposableMl: false,
  supportsIncrementalLearning: supportsIncremental(row.recipe),
});

export async function listBlueprints(ctx: Ctx, projectId: string) {
  await getProjectOrThrow(ctx, projectId, 'read');
  return (await blueprintStore(ctx.db.queries).list(projectId)).map(toBlueprint);
}

export async function getBlueprint(ctx: Ctx, projectId: string, id: string) {
  return toBlueprint(await getBlueprintOrThrow(ctx, projectId, id));
}

/** The steps in a row, from the data to the prediction. */
export function chartOf(processes: readonly string[]): z.infer<typeof Chart> {
  const labels = ['Data', ...processes, 'Prediction'];
  const nodes = labels.map((label, i) => ({ id: String(i), label }));
  return { nodes, edges: nodes.slice(1).map(({ id }, i): [string, string] => [String(i), id]) };
}

export async function getChart(ctx: Ctx, projectId: string, id: string) {
  return chartOf((await getBlueprintOrThrow(ctx, projectId, id)).processes);
}

export async function getDocs(ctx: Ctx, projectId: string, id: string): Promise<z.infer<typeof Docs>> {
  const { recipe, model_type, processes } = await getBlueprintOrThrow(ctx, projectId, id);
  const params = isForecast(recipe) ? recipe : { ...recipe.params };
  const parameters = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'object' || ['id', 'title', 'family', 'kind'].includes(name)
      ? []
      : [{ name, type: typeof value, description: String(value) }],
  );
  const title = isForecast(recipe) ? model_type : estimatorNamed(recipe.estimator).title;
  return [{ title, task: model_type, description: processes.join('; '), parameters, links: [], references: [] }];
}

export async function getJson(ctx: Ctx, projectId: string, id: string) {
  const { recipe } = await getBlueprintOrThrow(ctx, projectId, id);
  return { blueprint: recipe as unknown as Record<string, unknown> };
}
