import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { featureStore, type ModelingFeatureRow } from '../../core/features/feature.store.ts';
import {
  type CountedList,
  FeatureListProblems,
  featureListStore,
  type ListKind,
} from '../../core/features/feature-list.store.ts';
import { memoryPage } from '../../core/memory-page.ts';
import { modelStore } from '../../core/models/model.store.ts';
import { getProjectOrThrow } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import {
  arrange,
  type DeleteQuery,
  type FeatureListChange,
  type FeatureListQuery,
  type ModelingListQuery,
  type NewFeatureList,
  toFeatureList,
} from './feature-list.schema.ts';

export async function listFeatureLists(ctx: Ctx, projectId: string, query: z.output<typeof FeatureListQuery>) {
  await getProjectOrThrow(ctx, projectId, 'read');
  return arrange(await featureListStore(ctx.db.queries).list(projectId, 'input'), query).map(toFeatureList);
}

export async function listModelingLists(ctx: Ctx, projectId: string, url: string, query: ModelingListQuery) {
  const project = await getProjectOrThrow(ctx, projectId, 'read');
  const all = arrange(await featureListStore(ctx.db.queries).list(projectId, kindFor(project, 'modeling')), query);
  return memoryPage(ctx, url, query, all, toFeatureList);
}

/** Where models see the columns themselves, both kinds of list are the same lists. */
const kindFor = ({ plan }: ProjectRow, kind: ListKind): ListKind => (plan?.kind === 'series' ? kind : 'input');

export async function getFeatureList(ctx: Ctx, projectId: string, id: string) {
  return toFeatureList(await getListOrThrow(ctx, projectId, id, 'read'));
}

async function getListOrThrow(ctx: Ctx, projectId: string, id: string, need: 'read' | 'write'): Promise<CountedList> {
  await getProjectOrThrow(ctx, projectId, need);
  return (await featureListStore(ctx.db.queries).byId(projectId, id)) ?? refuse(FeatureListProblems.noSuchList, id);
}

export async function createFeatureList(
  ctx: Ctx,
  projectId: string,
  wanted: ListKind,
  input: z.output<typeof NewFeatureList>,
): Promise<Reply> {
  const project = await getProjectOrThrow(ctx, projectId, 'write');
  const kind = kindFor(project, wanted);
  const features = featureStore(ctx.db.queries);
  const known = new Set(
    (kind === 'input' ? await features.list(projectId) : await features.modeling(projectId)).map(({ name }) => name),
  );
  const unknown = input.features.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw invalidFields({ features: `The project has no feature ${unknown.slice(0, 5).join(', ')}` });
  if (kind === 'modeling') {
    const split = splitColumns(await features.modeling(projectId), new Set(input.features));
    if (split.length > 0)
      throw invalidFields({
        features: `Take all features of a column or none: of ${split.join(', ')} only some are listed`,
      });
  }
  const date =
    project.plan?.kind === 'series' && !input.skipDatetimePartitionColumn ? [project.plan.panel.dateColumn] : [];
  const row = await featureListStore(ctx.db.queries).insert({
    id: newId(ctx.now()),
    project_id: projectId,
    kind,
    name: input.name,
    description: null,
    features: [...new Set([...input.features, ...date.filter((name) => known.has(name))])],
    is_user_created: true,
    created_by: ctx.actor.userId,
    created_at: ctx.now(),
  });
  const folder = wanted === 'input' ? 'featurelists' : 'modelingFeaturelists';
  return created(`/api/v2/projects/${projectId}/${folder}/${row.id}/`, toFeatureList({ ...row, models: 0 }));
}

export async function changeFeatureList(
  ctx: Ctx,
  projectId: string,
  id: string,
  input: z.output<typeof FeatureListChange>,
): Promise<Reply> {
  const row = await getListOrThrow(ctx, projectId, id, 'write');
  if (!row.is_user_created && input.name !== undefined) refuse(FeatureListProblems.madeByUs, row.name);
  const { name, description } = input;
  await featureListStore(ctx.db.queries).change(id, { name, description });
  return noContent();
}

/** Models keep their scores when their list goes; without `deleteDependencies` a list in use stays. */
export async function deleteFeatureList(
  ctx: Ctx,
  projectId: string,
  id: string,
  { dryRun, deleteDependencies }: z.output<typeof DeleteQuery>,
) {
  const row = await getListOrThrow(ctx, projectId, id, 'write');
  const using = await modelStore(ctx.db.queries).usingList(projectId, id);
  const training = using.filter(({ status }) => status === 'training').length;
  const reason = !row.is_user_created
    ? 'The list was made by the platform.'
    : training > 0
      ? `${training} models are being trained on it.`
      : using.length > 0 && !deleteDependencies
        ? `${using.length} models were trained on it. Send deleteDependencies=true to delete them as well.`
        : '';
  if (reason === '' && !dryRun) {
    const ids = using.map((model) => model.id);
    await ctx.db.transaction(async (tx) => {
      await modelStore(tx).delete(projectId, ids);
      await featureListStore(tx).delete(id);
    });
  }
  return {
    dryRun,
    canDelete: reason === '',
    deletionBlockedReason: reason,
    numAffectedModels: using.length,
    numAffectedJobs: training,
  };
}

/**
 * In time series a model derives all features of a column it may see, so a list can take or leave columns, not single
 * features. Returns the columns of which a list takes only some.
 */
export function splitColumns(
  derived: readonly Pick<ModelingFeatureRow, 'name' | 'parent_names'>[],
  listed: ReadonlySet<string>,
): string[] {
  const byColumn = new Map<string, boolean[]>();
  for (const { name, parent_names } of derived) {
    for (const column of parent_names) byColumn.set(column, [...(byColumn.get(column) ?? []), listed.has(name)]);
  }
  return [...byColumn].filter(([, taken]) => taken.includes(true) && taken.includes(false)).map(([column]) => column);
}
