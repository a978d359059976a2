import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { FeatureListProblems } from '../../core/features/feature-list.problems.ts';
import { featureListStore } from '../../core/features/feature-list.store.ts';
import { getProjectOrThrow } from '../../core/project/get-project.ts';
import { InsightProblems } from '../insight.problems.ts';
import { readLines } from '../line-file.ts';
import { associationJob, associationKey } from './association.job.ts';
import { ASSOCIATIONS, CORRELATIONS } from './association.rules.ts';
import type { DetailsQuery, MatrixQuery } from './association.schema.ts';
import type { Pair } from './association-task.ts';
import { matrixOf } from './matrix.rules.ts';

const ALL = { offset: 0, limit: 0 };

export async function requestAssociations(ctx: Ctx, projectId: string, featurelistId: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'use');
  const list = await featureListStore(ctx.db.queries).byId(projectId, featurelistId);
  if (list === undefined) refuse(FeatureListProblems.noSuchList, featurelistId);
  if (list.kind === 'modeling') throw invalidFields({ featurelistId: 'Choose a list of columns of the data' });
  const input = { projectId, featurelistId };
  return accepted(await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, associationJob, input, { actor: ctx.actor })));
}

/** The list that is named, else the one all projects have. */
async function pairsOf(ctx: Ctx, projectId: string, asked: string | undefined): Promise<AsyncIterable<string>> {
  await getProjectOrThrow(ctx, projectId, 'read');
  const lists = await featureListStore(ctx.db.queries).list(projectId, 'input');
  const list =
    asked === undefined ? lists.find(({ is_user_created }) => !is_user_created) : lists.find(({ id }) => id === asked);
  if (list === undefined) return refuse(FeatureListProblems.noSuchList, asked ?? '');
  const key = associationKey(projectId, list.id);
  if ((await ctx.blobs.size(key)) === null) {
    const how = `/api/v2/projects/${projectId}/featureAssociationMatrix/ with featurelistId ${list.id} to compute it`;
    refuse(InsightProblems.notComputed, `the association of ${list.name}`, how);
  }
  return readLines(ctx, key, ALL);
}

export async function readMatrix(ctx: Ctx, projectId: string, query: z.output<typeof MatrixQuery>) {
  const type = query.type ?? 'association';
  const known: readonly string[] = type === 'association' ? ASSOCIATIONS : CORRELATIONS;
  const metric = query.metric ?? (type === 'association' ? 'mutualInfo' : 'spearman');
  if (!known.includes(metric)) throw invalidFields({ metric: `For ${type} ask for one of ${known.join(', ')}` });
  const pairs: Omit<Pair, 'values'>[] = [];
  for await (const line of await pairsOf(ctx, projectId, query.featurelistId)) {
    const { features, types, statistics } = JSON.parse(line) as Pair;
    pairs.push({ features, types, statistics });
  }
  return matrixOf(pairs, metric);
}

/** How often the values of two features meet. */
export async function readDetails(ctx: Ctx, projectId: string, query: z.output<typeof DetailsQuery>) {
  const { feature1, feature2, featurelistId } = query;
  for await (const line of await pairsOf(ctx, projectId, featurelistId)) {
    const { features, types, values } = JSON.parse(line) as Pair;
    const turned = features[0] === feature2 && features[1] === feature1;
    if (!turned && (features[0] !== feature1 || features[1] !== feature2)) continue;
    return {
      chartType: 'contingency' as const,
      features: turned ? [feature1, feature2] : [...features],
      types: turned ? [types[1], types[0]] : [...types],
      values: values.map(([a, b, count]) => (turned ? [b, a, count] : [a, b, count])),
    };
  }
  throw invalidFields({ feature1: `${feature1} and ${feature2} are not a pair of the matrix` });
}

export async function listWithMatrix(ctx: Ctx, projectId: string) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const lists = await featureListStore(ctx.db.queries).list(projectId, 'input');
  const featurelists = await Promise.all(
    lists.map(async ({ id, name }) => ({
      featurelistId: id,
      title: name,
      hasFam: (await ctx.blobs.size(associationKey(projectId, id))) !== null,
    })),
  );
  return { featurelists };
}
