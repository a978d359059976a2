import { z } from 'zod';
import type { Ctx, JobKind, JobRun, Platform } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { FeatureListProblems, featureListStore } from '../../core/features/feature-list.store.ts';
import { getProjectOrThrow, loadAnyProject } from '../../core/project/get-project.ts';
import { withProject } from '../../engine/project-data.ts';
import { projectBlobs } from '../../engine/project-files.ts';
import { readLines, writeLines } from '../../predictions/line-file.ts';
import type { Step } from '../../queue/step.ts';
import { InsightProblems } from '../model-parts.ts';
import { ASSOCIATIONS, type AssociationMetric, CORRELATIONS, type Pair } from './association.rules.ts';
import type { DetailsQuery, MatrixQuery } from './association.schema.ts';

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
    const path = `${projectId}/featureAssociationMatrix/ with featurelistId ${list.id}`;
    refuse(InsightProblems.notComputed, `the association of ${list.name}`, path);
  }
  return readLines(ctx, key);
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
      hasFam: await hasAssociations(ctx, projectId, id),
    })),
  );
  return { featurelists };
}

const Input = z.strictObject({ projectId: z.string(), featurelistId: z.string() });

/** Most features of one matrix: pairs are many. */
const MOST_FEATURES = 50;

const associationKey = (projectId: string, featurelistId: string): string =>
  `${projectBlobs(projectId).prefix}associations/${featurelistId}`;

export const hasAssociations = async ({ blobs }: Pick<Platform, 'blobs'>, projectId: string, featurelistId: string) =>
  (await blobs.size(associationKey(projectId, featurelistId))) !== null;

export const associationJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.associations',
  input: Input,
  limits: 'training',
  retries: 2,
  run: (platform, { projectId, featurelistId }, run) => computeAssociations(platform, projectId, featurelistId, run),
};

/** The same as a part of an autopilot run. */
export const associationStep: Step<{ readonly featurelistId: string }> = {
  name: 'associations',
  jobType: 'featureAssociationMatrix',
  input: z.strictObject({ featurelistId: z.string() }),
  run: (platform, { featurelistId }, { project_id }, run) =>
    computeAssociations(platform, project_id, featurelistId, run),
};

async function computeAssociations(platform: Platform, projectId: string, featurelistId: string, run: JobRun) {
  const project = await loadAnyProject(platform, projectId);
  const list = await featureListStore(platform.db.queries).byId(projectId, featurelistId);
  if (list === undefined) return refuse(FeatureListProblems.noSuchList, featurelistId);
  const importance = new Map(
    (await featureStore(platform.db.queries).list(projectId)).map((row) => [row.name, row.importance ?? 0]),
  );
  const names = [...list.features]
    .sort((a, b) => (importance.get(b) ?? 0) - (importance.get(a) ?? 0))
    .slice(0, MOST_FEATURES);
  const pairs = await withProject(platform, project, run, (thread) => thread.ask('associations', { names }));
  await writeLines(platform, associationKey(projectId, featurelistId), pairs);
  return { location: `/api/v2/projects/${projectId}/featureAssociationMatrix/?featurelistId=${featurelistId}` };
}

/** Features that say this much about each other belong together. */
const TOGETHER = 0.5;

/** The matrix as clients draw it: pairs with their strength, features with their places in several orders. */
export function matrixOf(pairs: readonly Omit<Pair, 'values'>[], metric: string) {
  const strengths = pairs.flatMap(({ features: [feature1, feature2], statistics }) => {
    const statistic = statistics[metric as AssociationMetric];
    return statistic === undefined ? [] : [{ feature1, feature2, statistic }];
  });
  const names = [...new Set(pairs.flatMap(({ features }) => features))];
  const strongest = (name: string) => {
    const own = strengths.filter((one) => one.feature1 === name || one.feature2 === name);
    return Math.max(0, ...own.map((one) => Math.abs(one.statistic)));
  };
  const reach = new Map(names.map((name) => [name, strongest(name)]));
  const byStrength = [...names].sort((a, b) => (reach.get(b) ?? 0) - (reach.get(a) ?? 0));
  const byName = [...names].sort();
  const cluster = clustersOf(names, strengths);
  const byCluster = [...names].sort((a, b) => (cluster.get(a) ?? names.length) - (cluster.get(b) ?? names.length));
  return {
    strengths,
    features: names.map((feature, importanceSortIndex) => {
      const clusterId = cluster.get(feature);
      return {
        feature,
        alphabeticSortIndex: byName.indexOf(feature),
        strengthSortIndex: byStrength.indexOf(feature),
        // Pairs are in the order of the features' importance.
        importanceSortIndex,
        clusterSortIndex: byCluster.indexOf(feature),
        ...(clusterId === undefined ? {} : { clusterId, clusterName: `Cluster ${clusterId}` }),
      };
    }),
  };
}

/** Features that are tied to each other, directly or through others; those on their own belong to none. */
function clustersOf(
  names: readonly string[],
  strengths: readonly { readonly feature1: string; readonly feature2: string; readonly statistic: number }[],
): Map<string, number> {
  const ties = strengths.filter(({ statistic }) => Math.abs(statistic) >= TOGETHER);
  const found = new Map<string, number>();
  let next = 1;
  for (const name of names) {
    if (found.has(name) || ties.every(({ feature1, feature2 }) => feature1 !== name && feature2 !== name)) continue;
    const waiting = [name];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (found.has(at)) continue;
      found.set(at, next);
      for (const { feature1, feature2 } of ties) {
        if (feature1 === at) waiting.push(feature2);
        if (feature2 === at) waiting.push(feature1);
      }
    }
    next += 1;
  }
  return found;
}
