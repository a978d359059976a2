import { type Access, accessTo, type Need, requireRole, type SharedKind } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ModelPackageRow, RegisteredModelRow } from '../deployments.tables.ts';
import type { ModelManifest } from '../model-manifest.ts';
import { packageStore } from './package.store.ts';
import { registeredModelStore } from './registered-model.store.ts';
import { RegistryProblems, TextModelProblems } from './registry.problems.ts';

export const REGISTERED_MODEL: SharedKind = {
  type: 'registeredModel',
  title: 'registered model',
  listedAt: 'registeredModels/',
};

/** A version in a use case is visible to its members; other rights follow from the registered model. */
export const MODEL_VERSION: SharedKind = {
  type: 'registeredModelVersion',
  title: 'registered model version',
  listedAt: 'modelPackages/',
};

/** What anybody of the organization may do with a model that was made global. */
const EVERYBODYS: Access = { role: 'CONSUMER', canShare: false, canUseData: true };
const forEverybody = (need: Need): boolean => need === 'read' || need === 'use';

/** Used first by every service function about a registered model. */
export async function getRegisteredModelOrThrow(
  ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>,
  id: string,
  need: Need,
  db: Queries = ctx.db.queries,
  unseen?: () => never,
): Promise<{ readonly row: RegisteredModelRow; readonly access: Access }> {
  const asking = { actor: ctx.actor, checked: ctx.checked, db: { queries: db } };
  const row = await registeredModelStore(db).byId(ctx.actor.organizationId, id);
  if (row?.is_global && forEverybody(need)) {
    ctx.checked?.grant(REGISTERED_MODEL, need);
    return { row, access: (await accessTo(asking, { kind: REGISTERED_MODEL, id })) ?? EVERYBODYS };
  }
  const access = await requireRole(asking, { kind: REGISTERED_MODEL, id }, need, unseen);
  return { row: row ?? refuse(RegistryProblems.noSuchModel, id), access };
}

/** A version, when the caller may do that much with it: by its registered model, or by a use case it was put into. */
export async function getPackageOrThrow(ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>, id: string, need: Need) {
  const row = await packageStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  if (row === undefined) return refuse(RegistryProblems.noSuchPackage, id);
  const shared = need === 'read' || need === 'use' ? await accessTo(ctx, { kind: MODEL_VERSION, id }) : undefined;
  if (shared !== undefined && (need === 'read' || shared.canUseData)) {
    ctx.checked?.grant(REGISTERED_MODEL, need);
    return { row, access: shared };
  }
  const { access } = await getRegisteredModelOrThrow(ctx, row.registered_model_id, need, ctx.db.queries, () =>
    refuse(RegistryProblems.noSuchPackage, id),
  );
  return { row, access };
}

/** Refuses what cannot be put behind an address: archived versions, and those whose build failed. */
export function requireDeployable({ id, is_archived, build_status, build_error }: ModelPackageRow): void {
  if (is_archived) refuse(RegistryProblems.packageArchived, id);
  if (build_status === 'failed') refuse(RegistryProblems.buildFailed, id, build_error ?? 'for no known reason.');
}

/** The manifest of a version, for serving and jobs: the caller's rights were checked. */
export async function getManifestOrThrow({ db }: Pick<Platform, 'db'>, packageId: string): Promise<ModelManifest> {
  const row = await packageStore(db.queries).anyById(packageId);
  if (row === undefined) return refuse(RegistryProblems.noSuchPackage, packageId);
  if (row.bundle !== null) return row.bundle;
  if (row.text_model !== null) return refuse(TextModelProblems.writesText, `version ${packageId}`);
  if (row.execution_type === 'external') return refuse(RegistryProblems.isExternal, packageId);
  if (row.build_status === 'failed') {
    return refuse(RegistryProblems.buildFailed, packageId, row.build_error ?? 'for no known reason.');
  }
  return refuse(RegistryProblems.stillBuilding, packageId);
}
