import type { z } from 'zod';
import { accessToEach, requireRole } from '#accounts';
import { DATASET, requireCredential } from '#data';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, conflict, invalidFields, notFound, Problem, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import type { Need, ObjectKind } from '#platform/http/route-access.ts';
import { newId } from '#platform/ids.ts';
import { getEnvironmentOrThrow } from '../environments/environment.kind.ts';
import { findPeople } from '../people.store.ts';
import { getDeploymentOrThrow } from '../records/get-deployment.ts';
import { CUSTOM_MODEL_VERSION } from '../registry/custom-model-versions.ts';
import { getPackageOrThrow, getRegisteredModelOrThrow } from '../registry/registry.kind.ts';
import { isTrue, numberOf, readValue } from './key-value.rules.ts';
import type {
  EntityType,
  KeyValue,
  KeyValueChange,
  KeyValueCreate,
  KeyValueQuery,
  SentValue,
  ValueType,
} from './key-value.schema.ts';
import { type KeyValueRow, keyValueStore } from './key-value.store.ts';

export const KEY_VALUE: ObjectKind = {
  type: 'keyValue',
  title: 'key value',
  seenBy: 'those who see the deployment or other object it stands on',
  changedBy: 'editors of the object it stands on',
};

const KeyValueProblems = catalogue({
  noSuchKeyValue: notFound(
    'key_values.no_such_key_value',
    (id: string) =>
      `There is no key value ${id} that you may see. GET keyValues/?entityType=...&entityId=... lists those of an object.`,
  ),
  noSuchEntity: notFound(
    'key_values.no_such_entity',
    (type: EntityType, id: string) => `There is no ${type} ${id} that you may see. Take its id from the list of these.`,
  ),
  nameTaken: conflict(
    'key_values.name_taken',
    (name: string, id: string | undefined) =>
      `The object has a key value ${JSON.stringify(name)} already. PATCH keyValues/${id ?? '{id}'}/, or choose another name.`,
  ),
});

type Check = (ctx: Ctx, id: string, need: Need) => Promise<unknown>;
const CHECKS: Readonly<Record<EntityType, Check>> = {
  deployment: (ctx, id, need) => getDeploymentOrThrow(ctx, id, need),
  modelPackage: getPackageOrThrow,
  registeredModel: getRegisteredModelOrThrow,
  predictionEnvironment: getEnvironmentOrThrow,
  customModelVersion: (ctx, id, need) => requireRole(ctx, { kind: CUSTOM_MODEL_VERSION, id }, need),
};

/** `unseen` refuses in the words of what was asked for: the object behind a key value is not told to everybody. */
async function requireEntity(ctx: Ctx, type: EntityType, id: string, need: Need, unseen: () => never): Promise<void> {
  try {
    await CHECKS[type](ctx, id, need);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) unseen();
    throw error;
  }
  ctx.checked?.grant(KEY_VALUE, need);
}

async function getKeyValueOrThrow(ctx: Ctx, id: string, need: Need): Promise<KeyValueRow> {
  const unseen = () => refuse(KeyValueProblems.noSuchKeyValue, id);
  const row = (await keyValueStore(ctx.db.queries, ctx.actor.organizationId).byId(id)) ?? unseen();
  await requireEntity(ctx, row.entity_type, row.entity_id, need, unseen);
  return row;
}

const requireNamedEntity = (ctx: Ctx, type: EntityType, id: string, need: Need) =>
  requireEntity(ctx, type, id, need, () => refuse(KeyValueProblems.noSuchEntity, type, id));

/** The value as text; what it names must be something the caller may see. */
async function checkedValue(ctx: Ctx, type: ValueType, sent: SentValue): Promise<string> {
  const read = readValue(type, sent);
  if ('wrong' in read) throw invalidFields({ [read.field]: read.wrong });
  const { text } = read;
  if (type === 'dataset') await requireRole(ctx, { kind: DATASET, id: text }, 'read');
  if (type === 'credential') await requireCredential(ctx, text);
  if (type === 'deploymentId') await requireNamedEntity(ctx, 'deployment', text, 'read');
  if (type === 'modelVersion') await requireNamedEntity(ctx, 'modelPackage', text, 'read');
  return text;
}

export async function createKeyValue(ctx: Ctx, body: KeyValueCreate): Promise<Reply> {
  await requireNamedEntity(ctx, body.entityType, body.entityId, 'write');
  const at = ctx.now();
  const store = keyValueStore(ctx.db.queries, ctx.actor.organizationId);
  const row = {
    id: newId(at),
    organization_id: ctx.actor.organizationId,
    entity_type: body.entityType,
    entity_id: body.entityId,
    name: body.name,
    category: body.category,
    value_type: body.valueType,
    value: await checkedValue(ctx, body.valueType, body),
    description: body.description ?? '',
    created_by: ctx.actor.userId,
    created_at: at,
  };
  const made = await store.insert(row);
  if (made === undefined) return refuseName(ctx, row);
  return created(`/api/v2/keyValues/${made.id}/`, await showOne(ctx, made));
}

async function refuseName(
  ctx: Ctx,
  { entity_type, entity_id, name }: Pick<KeyValueRow, 'entity_type' | 'entity_id' | 'name'>,
): Promise<never> {
  const there = await keyValueStore(ctx.db.queries, ctx.actor.organizationId).named({ entity_type, entity_id, name });
  return refuse(KeyValueProblems.nameTaken, name, there?.id);
}

export async function listKeyValues(ctx: Ctx, url: string, query: KeyValueQuery) {
  await requireNamedEntity(ctx, query.entityType, query.entityId, 'read');
  const entity = { entity_type: query.entityType, entity_id: query.entityId };
  const { rows, total } = await keyValueStore(ctx.db.queries, ctx.actor.organizationId).page(entity, query, query);
  return page(ctx.links, url, query, await show(ctx, rows), total);
}

export const getKeyValue = async (ctx: Ctx, id: string) => showOne(ctx, await getKeyValueOrThrow(ctx, id, 'read'));

export async function changeKeyValue(ctx: Ctx, id: string, body: KeyValueChange) {
  const before = await getKeyValueOrThrow(ctx, id, 'write');
  const entity_type = body.entityType ?? before.entity_type;
  const entity_id = body.entityId ?? before.entity_id;
  if (entity_type !== before.entity_type || entity_id !== before.entity_id) {
    await requireNamedEntity(ctx, entity_type, entity_id, 'write');
  }
  const type = body.valueType ?? (before.value_type as ValueType);
  const sends = body.value != null || body.numericValue != null || body.booleanValue != null;
  const isSame = !sends && type === before.value_type;
  const change = {
    entity_type,
    entity_id,
    name: body.name ?? before.name,
    category: body.category ?? before.category,
    value_type: type,
    value: isSame ? before.value : await checkedValue(ctx, type, sends ? body : { value: before.value }),
    description: body.description ?? before.description,
  };
  const row = await keyValueStore(ctx.db.queries, ctx.actor.organizationId).change(id, change);
  if (row === 'taken') return refuseName(ctx, change);
  return showOne(ctx, row ?? refuse(KeyValueProblems.noSuchKeyValue, id));
}

export async function deleteKeyValue(ctx: Ctx, id: string): Promise<Reply> {
  await getKeyValueOrThrow(ctx, id, 'write');
  await keyValueStore(ctx.db.queries, ctx.actor.organizationId).delete(id);
  return noContent();
}

type Shown = z.infer<typeof KeyValue>;

async function show(ctx: Ctx, rows: readonly KeyValueRow[]): Promise<Shown[]> {
  const people = await findPeople(
    ctx.db.queries,
    rows.map(({ created_by }) => created_by),
  );
  const datasets = rows.filter(({ value_type }) => value_type === 'dataset').map(({ value }) => value);
  const seen = datasets.length === 0 ? new Map() : await accessToEach(ctx, DATASET, datasets);
  return rows.map((row) => {
    const isDatasetMissing = row.value_type === 'dataset' && !seen.has(row.value);
    return {
      ...apiFields(row, 'id', 'entity_id', 'entity_type', 'name', 'category', 'value_type', 'value', 'description'),
      numericValue: numberOf(row.value_type, row.value),
      booleanValue: isTrue(row.value_type, row.value),
      createdAt: row.created_at.toISOString(),
      creatorId: row.created_by,
      creatorName: people.get(row.created_by)?.name ?? 'unknown',
      // Files are no key values here.
      artifactSize: 0,
      originalFileName: '',
      isEditable: true,
      isDatasetMissing,
      errorMessage: isDatasetMissing ? `The dataset ${row.value} was deleted, or is not shared with you.` : '',
    };
  });
}

const showOne = async (ctx: Ctx, row: KeyValueRow): Promise<Shown> => (await show(ctx, [row]))[0] as Shown;
