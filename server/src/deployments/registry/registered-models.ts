import type { z } from 'zod';
import { accessToEach, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { DEPLOYMENT, describeDeployment } from '../deployment.kind.ts';
import type { RegisteredModelRow } from '../deployments.tables.ts';
import { listOf, shownWindow } from '../listing.ts';
import { findPeople, type People, showPerson } from '../people.store.ts';
import { packageStore } from './package.store.ts';
import { getVersionOrThrow, versionFilter } from './packages.ts';
import { tagsFrom } from './register-version.ts';
import { type AssociatedRow, associatedDeployments, registeredModelStore } from './registered-model.store.ts';
import { getRegisteredModelOrThrow, REGISTERED_MODEL } from './registry.kind.ts';
import { RegistryProblems } from './registry.problems.ts';
import type {
  AssociatedDeployment,
  AssociatedQuery,
  RegisteredModel,
  RegisteredModelChange,
  RegisteredModelQuery,
} from './registry.schema.ts';

const MAY_USE = ['CAN_VIEW', 'CAN_CREATE_DEPLOYMENT'];
const MAY_CHANGE = [...MAY_USE, 'CAN_UPDATE', 'CAN_ADD_VERSION'];
const MAY_ALL = [...MAY_CHANGE, 'CAN_ARCHIVE', 'CAN_SHARE'];
const PERMISSIONS = { OWNER: MAY_ALL, EDITOR: MAY_CHANGE, CONSUMER: MAY_USE, OBSERVER: ['CAN_VIEW'] };

async function showModels(ctx: Ctx, rows: readonly RegisteredModelRow[]): Promise<z.input<typeof RegisteredModel>[]> {
  const ids = rows.flatMap((row) => [row.created_by, row.modified_by]);
  const people = await findPeople(ctx.db.queries, ids);
  const access = await accessToEach(ctx, REGISTERED_MODEL, listOf(rows, 'id'));
  return rows.map((row) => ({
    ...apiFields(row, 'id', 'name', 'description', 'created_at', 'modified_at', 'is_archived', 'is_global'),
    createdBy: showPerson(people, row.created_by),
    modifiedBy: showPerson(people, row.modified_by),
    target: { name: row.target_name, type: row.target_type },
    lastVersionNum: row.last_version,
    tags: [...row.tags],
    permissions: PERMISSIONS[access.get(row.id)?.role ?? 'CONSUMER'],
  }));
}

export async function listRegisteredModels(ctx: Ctx, url: string, query: z.output<typeof RegisteredModelQuery>) {
  const filter = await versionFilter(ctx, query);
  const filtered = Object.values(filter).some((one) => one !== undefined);
  const { rows, total } = await registeredModelStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    visibleTo(ctx, REGISTERED_MODEL),
    filtered ? filter : undefined,
    query,
  );
  return page(ctx.links, url, shownWindow(query, total), await showModels(ctx, rows), total);
}

export async function getRegisteredModel(ctx: Ctx, id: string) {
  const { row } = await getRegisteredModelOrThrow(ctx, id, 'read');
  const [one] = await showModels(ctx, [row]);
  return one;
}

export async function changeRegisteredModel(ctx: Ctx, id: string, body: z.output<typeof RegisteredModelChange>) {
  const { name, description, isGlobal, tags } = body;
  // Making it everybody's gives it away.
  const { row } = await getRegisteredModelOrThrow(ctx, id, isGlobal === undefined ? 'write' : 'own');
  if (row.is_archived) refuse(RegistryProblems.modelArchived, row.name);
  await registeredModelStore(ctx.db.queries).change(id, {
    name,
    description: description === null ? '' : description,
    is_global: isGlobal,
    tags: tags && JSON.stringify(tagsFrom(tags, ctx.now())),
    modified_by: ctx.actor.userId,
    modified_at: ctx.now(),
  });
  return getRegisteredModel(ctx, id);
}

/** Archives it with all its versions. Its name may be used again. */
export async function archiveRegisteredModel(ctx: Ctx, id: string): Promise<Reply> {
  const { row } = await getRegisteredModelOrThrow(ctx, id, 'own');
  if (row.is_archived) return noContent();
  await ctx.db.transaction(async (tx) => {
    const packages = packageStore(tx);
    const ids = (await packages.ofModel(id)).map((one) => one.id);
    if (ids.length > 0) await packages.lock(ids);
    const holder = await packages.usedBy(ids);
    if (holder !== undefined) refuse(RegistryProblems.inUse, 'registered model', await describeDeployment(ctx, holder));
    const change = { is_archived: true };
    for (const one of ids)
      await packages.change(one, { ...change, updated_at: ctx.now(), updated_by: ctx.actor.userId });
    await registeredModelStore(tx).change(id, { ...change, modified_at: ctx.now(), modified_by: ctx.actor.userId });
  });
  return noContent();
}

export async function listAssociated(
  ctx: Ctx,
  of: { readonly modelId: string; readonly versionId?: string },
  url: string,
  query: z.output<typeof AssociatedQuery>,
) {
  await getRegisteredModelOrThrow(ctx, of.modelId, 'read');
  if (of.versionId !== undefined) await getVersionOrThrow(ctx, of.modelId, of.versionId);
  const visible = visibleTo(ctx, DEPLOYMENT);
  const { rows, total } = await associatedDeployments(ctx.db.queries, ctx.actor.organizationId, of, visible, query);
  const people = await findPeople(
    ctx.db.queries,
    rows.flatMap((row) => [row.created_by, row.first_by]),
  );
  const shown = rows.map((row) => toAssociated(row, people));
  return page(ctx.links, url, shownWindow(query, total), shown, total);
}

function toAssociated(row: AssociatedRow, people: People): z.input<typeof AssociatedDeployment> {
  return {
    ...apiFields(row, 'id', 'label', 'status', 'created_at'),
    currentlyDeployed: row.current,
    isChallenger: row.challenger,
    registeredModelVersion: row.version,
    modelPackageId: row.package_id,
    firstDeployedAt: row.first_at.toISOString(),
    firstDeployedBy: showPerson(people, row.first_by),
    createdBy: showPerson(people, row.created_by),
    predictionEnvironment: {
      id: row.environment_id,
      name: row.environment_name,
      plugin: null,
      ...apiFields(row, 'platform', 'supported_model_formats'),
      isManagedByManagementAgent: row.managed_by === 'managementAgent',
    },
  };
}
