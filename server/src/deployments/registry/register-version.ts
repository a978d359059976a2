import type { Insertable } from 'kysely';
import { addNewToUseCase, grantOwnership } from '#accounts';
import type { Ctx, JobKind } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import { newEditableRow, newRow } from '#platform/new-row.ts';
import type { ModelPackageRow, RegisteredModelRow, Tag } from '../deployments.tables.ts';
import type { ManifestTarget } from '../model-manifest.ts';
import { packageStore } from './package.store.ts';
import { registeredModelStore } from './registered-model.store.ts';
import { getRegisteredModelOrThrow, MODEL_VERSION, REGISTERED_MODEL } from './registry.kind.ts';
import { RegistryProblems } from './registry.problems.ts';
import type { RegistryOptions } from './registry.schema.ts';

export const tagsFrom = (tags: readonly Omit<Tag, 'id'>[], now: Date): Tag[] =>
  tags.map(({ name, value }) => ({ id: newId(now), name, value }));

interface NewVersion
  extends Pick<
    Insertable<Tables['model_packages']>,
    | 'model_id'
    | 'model_type'
    | 'execution_type'
    | 'project_id'
    | 'project_name'
    | 'prediction_threshold'
    | 'build_status'
    | 'told'
    | 'text_model'
  > {
  readonly target: ManifestTarget;
  /** Of the registered model where the request names none. */
  readonly defaultModelName: string;
  /** Of the version where the request names none; by default the registered model's name and the number. */
  readonly defaultName?: string;
  readonly defaultDescription?: string;
}

/** Inserts the next version of its registered model; the caller owns it. */
export async function insertVersion(
  ctx: Ctx,
  tx: Tx,
  options: RegistryOptions,
  version: NewVersion,
): Promise<ModelPackageRow> {
  const { target, defaultModelName, defaultName, defaultDescription, ...columns } = version;
  const now = ctx.now();
  const parent = await registeredModelFor(ctx, tx, options, target, defaultModelName);
  const number = await registeredModelStore(tx).nextVersion(parent.id, ctx.actor.userId, now);
  const row = await packageStore(tx).insert({
    ...columns,
    ...newEditableRow(ctx),
    registered_model_id: parent.id,
    version: number,
    name: options.name ?? defaultName ?? `${parent.name} (v${number})`,
    description: options.description ?? defaultDescription ?? '',
    target: JSON.stringify(target),
    tags: JSON.stringify(tagsFrom(options.tags ?? [], now)),
  });
  const resource = { kind: MODEL_VERSION, id: row.id };
  await grantOwnership(tx, ctx.actor, now, resource);
  if (options.useCaseId) await addNewToUseCase(tx, ctx.actor, now, options.useCaseId, resource);
  return row;
}

/** Enqueues the job that builds a version, in the transaction that inserts it. */
export async function enqueueBuild(
  { jobs, actor }: Pick<Ctx, 'jobs' | 'actor'>,
  tx: Tx,
  row: ModelPackageRow,
  kind: JobKind<{ packageId: string }>,
  description: string,
): Promise<ModelPackageRow> {
  const jobId = await jobs.enqueue(tx, kind, { packageId: row.id }, { actor, description });
  await packageStore(tx).change(row.id, { build_job_id: jobId });
  return { ...row, build_job_id: jobId };
}

/** The registered model of a new version: the one named by ID, an existing one of that name, or a new one. */
async function registeredModelFor(
  ctx: Ctx,
  tx: Tx,
  options: RegistryOptions,
  target: ManifestTarget,
  defaultName: string,
): Promise<RegisteredModelRow> {
  if (options.registeredModelId) {
    if (options.registeredModelName) {
      throw invalidFields({ registeredModelName: 'Send either registeredModelId or registeredModelName' });
    }
    const { row } = await getRegisteredModelOrThrow(ctx, options.registeredModelId, 'write', tx);
    if (row.is_archived) refuse(RegistryProblems.modelArchived, row.name);
    requireSameTarget(row, target);
    return row;
  }
  if (options.registeredModelName) return createRegisteredModel(ctx, tx, options, options.registeredModelName, target);
  // Registering a model twice without a name adds a second version to the registered model of the first.
  const store = registeredModelStore(tx);
  for (let number = 1; ; number++) {
    const name = number === 1 ? defaultName : `${defaultName} ${number}`;
    const existing = await store.byName(ctx.actor.organizationId, ctx.actor.userId, name);
    if (existing === undefined) return createRegisteredModel(ctx, tx, options, name, target);
    if (hasTarget(existing, target)) return existing;
  }
}

const hasTarget = (row: RegisteredModelRow, target: ManifestTarget): boolean =>
  row.target_name === target.name && row.target_type === target.type;

const describeTarget = (name: string | null, type: string): string =>
  name === null ? 'anomalies' : `"${name}" (${type})`;

function requireSameTarget(row: RegisteredModelRow, target: ManifestTarget): void {
  if (hasTarget(row, target)) return;
  const expected = describeTarget(row.target_name, row.target_type);
  refuse(RegistryProblems.otherTarget, row.name, expected, describeTarget(target.name, target.type));
}

async function createRegisteredModel(
  ctx: Ctx,
  tx: Tx,
  options: RegistryOptions,
  name: string,
  target: ManifestTarget,
): Promise<RegisteredModelRow> {
  const made = newRow(ctx);
  const row = await registeredModelStore(tx).insert({
    ...made,
    name,
    description: options.registeredModelDescription ?? '',
    target_name: target.name,
    target_type: target.type,
    tags: JSON.stringify(tagsFrom(options.registeredModelTags ?? [], made.created_at)),
    modified_by: made.created_by,
    modified_at: made.created_at,
  });
  await grantOwnership(tx, ctx.actor, made.created_at, { kind: REGISTERED_MODEL, id: row.id });
  return row;
}
