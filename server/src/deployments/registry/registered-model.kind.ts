import { type Access, accessTo, type Need, requireRole, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import type { RegisteredModelRow } from '../deployments.tables.ts';
import { registeredModelStore } from './registered-model.store.ts';
import { RegistryProblems } from './registry.problems.ts';

export const REGISTERED_MODEL: SharedKind = {
  type: 'registeredModel',
  title: 'registered model',
  listedAt: 'registeredModels/',
};

/** A version in a use case is seen by whoever sees that; everything else follows from its registered model. */
export const MODEL_VERSION: SharedKind = {
  type: 'registeredModelVersion',
  title: 'registered model version',
  listedAt: 'modelPackages/',
};

/** What anybody of the organization may do with a model that was made global. */
const EVERYBODYS: Access = { role: 'CONSUMER', canShare: false, canUseData: true };
const forEverybody = (need: Need): boolean => need === 'read' || need === 'use';

export interface HeldModel {
  readonly row: RegisteredModelRow;
  readonly access: Access;
}

/** The first line of every verb about a registered model. */
export async function getRegisteredModelOrThrow(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  id: string,
  need: Need,
  db: Queries = ctx.db.queries,
  unseen?: () => never,
): Promise<HeldModel> {
  const asking = { actor: ctx.actor, db: { queries: db } };
  const row = await registeredModelStore(db).byId(ctx.actor.organizationId, id);
  if (row?.is_global && forEverybody(need)) {
    return { row, access: (await accessTo(asking, { kind: REGISTERED_MODEL, id })) ?? EVERYBODYS };
  }
  const access = await requireRole(asking, { kind: REGISTERED_MODEL, id }, need, unseen);
  return { row: row ?? refuse(RegistryProblems.noSuchModel, id), access };
}
