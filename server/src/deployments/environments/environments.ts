import type { z } from 'zod';
import { type Access, accessToEach, grantOwnership, removeGrants, requireRole, visibleTo } from '#accounts';
import type { Config } from '#config';
import { DATA_STORE, requireCredential } from '#data';
import type { Ctx, Links } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, noContent, type Reply } from '#platform/http/reply.ts';
import { newRow } from '#platform/new-row.ts';
import { describeDeployment } from '../deployment.kind.ts';
import type { PredictionEnvironmentRow } from '../deployments.tables.ts';
import { listOf, shownWindow } from '../listing.ts';
import { findUsernames } from '../people.store.ts';
import { withoutNulls } from '../without-nulls.ts';
import { getEnvironmentOrThrow, nativeEnvironment, PREDICTION_ENVIRONMENT } from './environment.kind.ts';
import { EnvironmentProblems } from './environment.problems.ts';
import type {
  EnvironmentChange,
  EnvironmentCreate,
  EnvironmentOptions,
  EnvironmentQuery,
  PredictionEnvironment,
  PredictionServer,
  ServerQuery,
} from './environment.schema.ts';
import { environmentStore } from './environment.store.ts';

export async function listEnvironments(ctx: Ctx, url: string, query: z.output<typeof EnvironmentQuery>) {
  await nativeEnvironment(ctx, ctx.actor.organizationId);
  const visible = visibleTo(ctx, PREDICTION_ENVIRONMENT);
  const { rows, total } = await environmentStore(ctx.db.queries).page(ctx.actor.organizationId, visible, query);
  const roles = await accessToEach(ctx, PREDICTION_ENVIRONMENT, listOf(rows, 'id'));
  const names = await findUsernames(ctx.db.queries, listOf(rows, 'created_by'));
  const shown = rows.map((row) => toEnvironment(row, names.get(row.created_by ?? ''), roles.get(row.id)));
  return page(ctx.links, url, shownWindow(query, total), shown, total);
}

export async function getEnvironment(ctx: Ctx, id: string) {
  const { row, access } = await getEnvironmentOrThrow(ctx, id, 'read');
  const names = await findUsernames(ctx.db.queries, [row.created_by]);
  return toEnvironment(row, names.get(row.created_by ?? ''), access);
}

const USUAL_FORMATS = ['datarobot', 'customModel'];
const OUTSIDE_FORMATS = [...USUAL_FORMATS, 'externalModel'];
const isOurs = (platform: string): boolean => platform.startsWith('datarobot');

function optionsToRow(options: EnvironmentOptions) {
  const { description, supportedModelFormats, managedBy, isManagedByManagementAgent: byAgent, priority } = options;
  if (byAgent === true && managedBy && managedBy !== 'managementAgent') {
    throw invalidFields({ managedBy: 'Must be managementAgent when isManagedByManagementAgent is true' });
  }
  if (options.plugin)
    throw invalidFields({ plugin: 'There are no plugins of the management agent here. Leave it out' });
  return {
    description,
    supported_model_formats: supportedModelFormats ?? undefined,
    managed_by: managedBy ?? (byAgent === true ? 'managementAgent' : undefined),
    priority: priority == null ? priority : String(priority),
    max_concurrent_batch: options.maxConcurrentBatchPredictionsJob,
    credential_id: options.credentialId,
    datastore_id: options.datastoreId,
  };
}

/** An environment names only what its maker may use. */
async function requireNamed(ctx: Ctx, { credentialId, datastoreId }: EnvironmentOptions): Promise<void> {
  await requireCredential(ctx, credentialId);
  if (datastoreId) await requireRole(ctx, { kind: DATA_STORE, id: datastoreId }, 'use');
}

/** Everybody with an account may make environments; they are theirs. */
export async function createEnvironment(ctx: Ctx, body: z.output<typeof EnvironmentCreate>): Promise<Reply> {
  const { name, platform, ...options } = body;
  await requireNamed(ctx, options);
  const { supported_model_formats: formats, ...columns } = optionsToRow(options);
  const row = newRow(ctx);
  await ctx.db.transaction(async (tx) => {
    await environmentStore(tx).insert({
      ...row,
      ...withoutNulls(columns),
      name,
      platform,
      supported_model_formats: formats ?? (isOurs(platform) ? USUAL_FORMATS : OUTSIDE_FORMATS),
      updated_at: row.created_at,
    });
    await grantOwnership(tx, ctx.actor, row.created_at, { kind: PREDICTION_ENVIRONMENT, id: row.id });
  });
  return answer(201, {
    location: `/api/v2/predictionEnvironments/${row.id}/`,
    body: await getEnvironment(ctx, row.id),
  });
}

export async function changeEnvironment(ctx: Ctx, id: string, body: z.output<typeof EnvironmentChange>) {
  await getEnvironmentOrThrow(ctx, id, 'write');
  const { name, platform, ...options } = body;
  await requireNamed(ctx, options);
  const change = { name, platform, ...optionsToRow(options), updated_at: ctx.now() };
  await environmentStore(ctx.db.queries).change(id, change);
  return getEnvironment(ctx, id);
}

export async function deleteEnvironment(ctx: Ctx, id: string): Promise<Reply> {
  const { row } = await getEnvironmentOrThrow(ctx, id, 'own');
  await ctx.db.transaction(async (tx) => {
    const store = environmentStore(tx);
    await store.lock(id);
    const holder = await store.usedBy(id);
    if (holder !== undefined) refuse(EnvironmentProblems.inUse, row.name, await describeDeployment(ctx, holder));
    // Deployments that were deleted still say where they were.
    await store.change(id, { deleted_at: ctx.now() });
    await removeGrants(tx, ctx.actor.organizationId, { kind: PREDICTION_ENVIRONMENT, id });
  });
  return noContent();
}

/** One: this installation, under the address people know it by. */
export async function listServers(ctx: Ctx, url: string, { offset, limit }: z.output<typeof ServerQuery>) {
  const server = toServer(ctx.config, ctx.links, await nativeEnvironment(ctx, ctx.actor.organizationId));
  return page(ctx.links, url, { offset, limit: Math.max(1, limit) }, offset === 0 ? [server] : [], 1);
}

type Shown = z.input<typeof PredictionEnvironment>;

const MAY_USE = ['CAN_VIEW', 'CAN_ASSOCIATE_TO_DEPLOYMENT'];
const MAY_CHANGE = [...MAY_USE, 'CAN_UPDATE', 'CAN_DELETE', 'CAN_SHARE', 'CAN_CONFIGURE'];

/** `creator` is who made it, unless it came with the organization. */
function toEnvironment(row: PredictionEnvironmentRow, creator: string | undefined, access: Access | undefined): Shown {
  const mine = !row.is_native && (access?.role === 'OWNER' || access?.role === 'EDITOR');
  return {
    ...apiFields(
      row,
      'id',
      'name',
      'description',
      'platform',
      'priority',
      'credential_id',
      'datastore_id',
      'is_native',
    ),
    supportedModelFormats: row.supported_model_formats as Shown['supportedModelFormats'],
    managedBy: row.managed_by as Shown['managedBy'],
    isManagedByManagementAgent: row.managed_by === 'managementAgent',
    supportedByManagementAgent: false,
    plugin: null,
    maxConcurrentBatchPredictionsJob: row.max_concurrent_batch,
    isDeleted: row.deleted_at !== null,
    permissions: mine ? MAY_CHANGE : MAY_USE,
    importMeta: {
      dateCreated: row.created_at.toISOString(),
      ...(row.created_by === null ? {} : { creatorId: row.created_by, creatorUsername: creator ?? row.created_by }),
    },
  };
}

/**
 * The installation as a server: clients put `/predApi/...` behind its address and send its key. Self-managed ones accept
 * any key. On the managed cloud no key at all is better than one that is refused.
 */
export const toServer = (
  { installation, serviceKey }: Pick<Config, 'installation' | 'serviceKey'>,
  links: Links,
  native: PredictionEnvironmentRow,
): z.input<typeof PredictionServer> => ({
  id: native.id,
  url: links.origin,
  'datarobot-key': serviceKey ?? (installation === 'managed-cloud' ? '' : native.id),
});
