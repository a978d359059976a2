import { ownIt } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import type { BundleTarget } from '../bundle.ts';
import type { RegisteredModelRow, Tag } from '../deployments.tables.ts';
import { getRegisteredModelOrThrow, REGISTERED_MODEL } from './registered-model.kind.ts';
import { registeredModelStore } from './registered-model.store.ts';
import { RegistryProblems } from './registry.problems.ts';

export interface TagWish {
  readonly name: string;
  readonly value: string;
}

/** What every way to register a model may say about the version and its registered model. */
export interface RegistryWishes {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly tags?: readonly TagWish[] | null | undefined;
  readonly registeredModelId?: string | null | undefined;
  readonly registeredModelName?: string | null | undefined;
  readonly registeredModelDescription?: string | null | undefined;
  readonly registeredModelTags?: readonly TagWish[] | null | undefined;
  readonly useCaseId?: string | null | undefined;
}

export const tagsFrom = (wishes: readonly TagWish[], now: Date): Tag[] =>
  wishes.map(({ name, value }) => ({ id: newId(now), name, value }));

const saidOf = ({ name, type }: Pick<BundleTarget, 'name' | 'type'>): string =>
  name === null ? 'anomalies' : `"${name}" (${type})`;

interface NewVersion {
  readonly target: BundleTarget;
  /** Where nobody said how to call it. */
  readonly usualName: string;
}

/** The registered model a new version belongs to: the one named by id, one that was there, or a new one. */
export async function registeredModelFor(
  ctx: Ctx,
  tx: Tx,
  wishes: RegistryWishes,
  made: NewVersion,
): Promise<RegisteredModelRow> {
  if (wishes.registeredModelId) {
    if (wishes.registeredModelName) {
      throw invalidFields({ registeredModelName: 'Send either registeredModelId or registeredModelName' });
    }
    const { row } = await getRegisteredModelOrThrow(ctx, wishes.registeredModelId, 'write', tx);
    if (row.is_archived) refuse(RegistryProblems.modelArchived, row.name);
    requireSameTarget(row, made.target);
    return row;
  }
  if (wishes.registeredModelName) return create(ctx, tx, wishes, wishes.registeredModelName, made.target);
  return usualModel(ctx, tx, wishes, made);
}

function requireSameTarget(row: RegisteredModelRow, target: BundleTarget): void {
  if (row.target_name === target.name && row.target_type === target.type) return;
  const has = saidOf({ name: row.target_name, type: row.target_type as BundleTarget['type'] });
  refuse(RegistryProblems.otherTarget, row.name, has, saidOf(target));
}

/** Registering a model twice without a name makes two versions of one registered model, of those who made the first. */
async function usualModel(ctx: Ctx, tx: Tx, wishes: RegistryWishes, made: NewVersion): Promise<RegisteredModelRow> {
  const store = registeredModelStore(tx);
  for (let number = 1; ; number++) {
    const name = number === 1 ? made.usualName : `${made.usualName} ${number}`;
    const there = await store.byName(ctx.actor.organizationId, ctx.actor.userId, name);
    if (there === undefined) return create(ctx, tx, wishes, name, made.target);
    if (there.target_name === made.target.name && there.target_type === made.target.type) return there;
  }
}

async function create(
  ctx: Ctx,
  tx: Tx,
  wishes: RegistryWishes,
  name: string,
  target: BundleTarget,
): Promise<RegisteredModelRow> {
  const now = ctx.now();
  const row = await registeredModelStore(tx).insert({
    id: newId(now),
    organization_id: ctx.actor.organizationId,
    name,
    description: wishes.registeredModelDescription ?? '',
    target_name: target.name,
    target_type: target.type,
    tags: JSON.stringify(tagsFrom(wishes.registeredModelTags ?? [], now)),
    created_by: ctx.actor.userId,
    created_at: now,
    modified_by: ctx.actor.userId,
    modified_at: now,
  });
  await ownIt(tx, ctx.actor, now, { kind: REGISTERED_MODEL, id: row.id });
  return row;
}
