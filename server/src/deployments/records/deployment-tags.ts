import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { DeploymentRow, Tag } from '../deployments.tables.ts';
import { deploymentPath } from '../status-replies.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import { runtimeValues } from './deployment.rules.ts';
import { type DeploymentColumns, deploymentStore } from './deployment.store.ts';
import { getDeploymentOrThrow } from './get-deployment.ts';
import type { NewTag, RuntimeParameterQuery, SecondaryDatasetsChange, TagChange } from './metadata.schema.ts';

/** Changes what only the locked row can tell. */
async function changing(ctx: Ctx, id: string, work: (row: DeploymentRow) => DeploymentColumns): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const store = deploymentStore(tx);
    const row = (await store.lock(ctx.actor.organizationId, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    await store.change(ctx.actor.organizationId, id, { ...work(row), updated_at: ctx.now() });
  });
}

export async function listRuntimeParameters(
  ctx: Ctx,
  id: string,
  url: string,
  window: z.output<typeof RuntimeParameterQuery>,
) {
  // Values may be secrets of the service behind the model.
  const { runtime_parameters: all } = await getDeploymentOrThrow(ctx, id, 'write');
  const shown = all.slice(window.offset, window.offset + window.limit).map((one) => ({
    fieldName: String(one.fieldName),
    type: typeof one.type === 'string' ? one.type : 'string',
    defaultValue: null,
    currentValue: one.value ?? null,
    overrideValue: one.value ?? null,
    description: null,
    allowEmpty: true,
    minValue: null,
    maxValue: null,
    credentialType: null,
    keyValueId: null,
  }));
  return page(ctx.links, url, window, shown, all.length);
}

export async function setRuntimeParameters(ctx: Ctx, id: string, text: string): Promise<Reply> {
  await getDeploymentOrThrow(ctx, id, 'write');
  const values = runtimeValues(text);
  if (typeof values === 'string') throw invalidFields({ runtimeParameterValues: values });
  await changing(ctx, id, () => ({ runtime_parameters: JSON.stringify(values) }));
  return noContent();
}

export async function getSecondaryDatasets(ctx: Ctx, id: string) {
  await getDeploymentOrThrow(ctx, id, 'read');
  return { secondaryDatasetConfigId: null };
}

/** Models learn from one dataset; there is none to set. */
export async function setSecondaryDatasets(
  ctx: Ctx,
  id: string,
  { secondaryDatasetConfigId }: z.output<typeof SecondaryDatasetsChange>,
): Promise<Reply> {
  await getDeploymentOrThrow(ctx, id, 'write');
  return refuse(DeploymentProblems.noSecondaryDatasets, secondaryDatasetConfigId);
}

export const MOST_TAGS = 25;

export async function addTag(ctx: Ctx, id: string, { name, value }: z.output<typeof NewTag>): Promise<Reply> {
  await getDeploymentOrThrow(ctx, id, 'write');
  const tag: Tag = { id: newId(ctx.now()), name, value };
  await changing(ctx, id, ({ tags }) => {
    if (tags.length >= MOST_TAGS) refuse(DeploymentProblems.tooManyTags, MOST_TAGS);
    return { tags: JSON.stringify([...tags, tag]) };
  });
  return created(`${deploymentPath(id)}tags/${tag.id}/`, tag);
}

export async function changeTag(ctx: Ctx, id: string, tagId: string, change: z.output<typeof TagChange>) {
  await getDeploymentOrThrow(ctx, id, 'write');
  let after: Tag | undefined;
  await changing(ctx, id, ({ tags }) => {
    const before = tags.find((tag) => tag.id === tagId) ?? refuse(DeploymentProblems.noSuchTag, tagId, id);
    const made = { id: tagId, name: change.name ?? before.name, value: change.value ?? before.value };
    after = made;
    return { tags: JSON.stringify(tags.map((tag) => (tag.id === tagId ? made : tag))) };
  });
  return after;
}

export async function removeTag(ctx: Ctx, id: string, tagId: string): Promise<Reply> {
  await getDeploymentOrThrow(ctx, id, 'write');
  await changing(ctx, id, ({ tags }) => {
    if (!tags.some((tag) => tag.id === tagId)) refuse(DeploymentProblems.noSuchTag, tagId, id);
    return { tags: JSON.stringify(tags.filter((tag) => tag.id !== tagId)) };
  });
  return noContent();
}
