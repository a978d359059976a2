import type { z } from 'zod';
import { accessTo, grantOwnership, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { CustomModelVersionRow, TextModel } from '../deployments.tables.ts';
import { customModelVersionStore } from './custom-model-version.store.ts';
import { showPackage } from './packages.ts';
import { insertVersion } from './register-version.ts';
import { TextModelProblems } from './registry.problems.ts';
import type { FromCustomModelVersion } from './registry.schema.ts';

export const CUSTOM_MODEL_VERSION: SharedKind = {
  type: 'customModelVersion',
  title: 'custom model version',
  listedAt: 'modelPackages/',
};

/** What is frozen, and what it was made of. */
interface NewTextModel {
  /** Freezing the same thing again makes another version of one custom model. */
  readonly sourceId: string;
  readonly name: string;
  readonly description: string;
  /** How people call the language model. */
  readonly modelType: string;
  readonly promptName: string;
  readonly targetName: string;
  readonly textModel: TextModel;
}

/** Freezes a language model with its settings. Returns the path of the version. */
export async function freezeTextModel({ actor, now }: Pick<Ctx, 'actor' | 'now'>, tx: Tx, made: NewTextModel) {
  const at = now();
  const versions = customModelVersionStore(tx);
  await versions.lock(made.sourceId);
  const before = await versions.newestOf(actor.organizationId, actor.userId, made.sourceId);
  const row = await versions.insert({
    id: newId(at),
    organization_id: actor.organizationId,
    custom_model_id: before?.custom_model_id ?? newId(at),
    source_id: made.sourceId,
    version: (before?.version ?? 0) + 1,
    name: made.name,
    description: made.description,
    model_type: made.modelType,
    prompt_name: made.promptName,
    target_name: made.targetName,
    text_model: JSON.stringify(made.textModel),
    created_by: actor.userId,
    created_at: at,
  });
  await grantOwnership(tx, actor, at, { kind: CUSTOM_MODEL_VERSION, id: row.id });
  return `/api/v2/customModels/${row.custom_model_id}/versions/${row.id}/`;
}

/** The version, when the caller may see it: its creator, and administrators. */
async function getCustomModelVersionOrThrow(
  ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>,
  id: string,
): Promise<CustomModelVersionRow | undefined> {
  const row = await customModelVersionStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  const access = row === undefined ? undefined : await accessTo(ctx, { kind: CUSTOM_MODEL_VERSION, id });
  if (!access?.canUseData) return undefined;
  ctx.checked?.grant(CUSTOM_MODEL_VERSION, 'use');
  return row;
}

export async function getCustomModelVersion(ctx: Ctx, modelId: string, id: string) {
  const row = await getCustomModelVersionOrThrow(ctx, id);
  if (row?.custom_model_id !== modelId) return refuse(TextModelProblems.noSuchVersion, modelId, id);
  return {
    ...apiFields(row, 'id', 'custom_model_id', 'description', 'name', 'model_type', 'target_name'),
    label: `v${row.version}.0`,
    versionMajor: row.version,
    versionMinor: 0,
    isFrozen: true,
    items: [],
    dependencies: [],
    created: row.created_at.toISOString(),
    targetType: 'TextGeneration' as const,
    promptColumnName: row.prompt_name,
    ...row.text_model,
  };
}

type Body = z.output<typeof FromCustomModelVersion>;

/** Custom models come from playgrounds only: users' programs are neither stored nor run. */
export async function fromCustomModelVersion(ctx: Ctx, body: Body): Promise<Reply> {
  const { customModelVersionId: id } = body;
  const version = await getCustomModelVersionOrThrow(ctx, id);
  if (version === undefined) {
    throw invalidFields({
      customModelVersionId:
        `There is no custom model version ${id}: this installation runs no programs of its users. Make one of an LLM ` +
        'blueprint (POST genai/customModelVersions/), or register a model of a leaderboard (fromLeaderboard/) or one ' +
        'that answers elsewhere (fromJSON/)',
    });
  }
  const row = await ctx.db.transaction((tx) =>
    insertVersion(ctx, tx, body, {
      target: { name: version.target_name, type: 'TextGeneration', classes: [] },
      defaultModelName: version.name,
      defaultName: version.name,
      defaultDescription: version.description,
      model_id: version.id,
      execution_type: 'dedicated',
      model_type: version.model_type,
      build_status: 'complete',
      text_model: JSON.stringify(version.text_model),
    }),
  );
  return created(`/api/v2/modelPackages/${row.id}/`, await showPackage(ctx, row));
}
