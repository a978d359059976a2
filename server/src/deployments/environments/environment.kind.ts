import { type Access, accessTo, type Need, requireRole, type SharedKind } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import type { PredictionEnvironmentRow } from '../deployments.tables.ts';
import { EnvironmentProblems } from './environment.problems.ts';
import { environmentStore } from './environment.store.ts';

export const PREDICTION_ENVIRONMENT: SharedKind = {
  type: 'predictionEnvironment',
  title: 'prediction environment',
  listedAt: 'predictionEnvironments/',
};

/** The environment, when the caller has this right. The native one can be used by all and changed by none. */
export async function getEnvironmentOrThrow(
  ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>,
  id: string,
  need: Need,
): Promise<{ readonly row: PredictionEnvironmentRow; readonly access: Access | undefined }> {
  const resource = { kind: PREDICTION_ENVIRONMENT, id };
  const row = await environmentStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  if (row?.is_native) {
    if (need !== 'read' && need !== 'use') return refuse(EnvironmentProblems.isNative, row.name);
    ctx.checked?.grant(PREDICTION_ENVIRONMENT, need);
    return { row, access: await accessTo(ctx, resource) };
  }
  const access = await requireRole(ctx, resource, need);
  return { row: row ?? refuse(EnvironmentProblems.noSuchEnvironment, id), access };
}

/** The environment every organization has: this installation. Made when it is first asked for, once. */
export async function nativeEnvironment(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  organizationId: string,
): Promise<PredictionEnvironmentRow> {
  const store = environmentStore(db.queries);
  return (await store.native(organizationId)) ?? (await store.insertNative(organizationId, newId(now()), now()));
}
