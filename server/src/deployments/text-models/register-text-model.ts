import type { z } from 'zod';
import { ownIt, putNewIntoUseCase } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { BundleTarget } from '../bundle.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { packageStore } from '../registry/package.store.ts';
import { MODEL_VERSION } from '../registry/registered-model.kind.ts';
import { registeredModelStore } from '../registry/registered-model.store.ts';
import { registeredModelFor, tagsFrom } from '../registry/registered-model-for.ts';
import type { FromCustomModelVersion } from '../registry/registry-body.schema.ts';
import { showPackage } from '../registry/show-packages.ts';
import { getCustomModelVersionOrThrow } from './custom-model-versions.ts';
import type { CustomModelVersionRow } from './text-models.tables.ts';

type Body = z.output<typeof FromCustomModelVersion>;

/** The only custom models there are come from playgrounds: nobody's programs are kept or run here. */
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
  const row = await ctx.db.transaction((tx) => insert(ctx, tx, body, version));
  return created(`/api/v2/modelPackages/${row.id}/`, await showPackage(ctx, row));
}

async function insert(ctx: Ctx, tx: Tx, body: Body, from: CustomModelVersionRow): Promise<ModelPackageRow> {
  const now = ctx.now();
  const { organizationId, userId } = ctx.actor;
  const target: BundleTarget = { name: from.target_name, type: 'TextGeneration', classes: [] };
  const parent = await registeredModelFor(ctx, tx, body, { target, usualName: from.name });
  const row = await packageStore(tx).insert({
    id: newId(now),
    organization_id: organizationId,
    registered_model_id: parent.id,
    version: await registeredModelStore(tx).nextVersion(parent.id, userId, now),
    name: body.name ?? from.name,
    description: body.description ?? from.description,
    model_id: from.id,
    execution_type: 'dedicated',
    model_type: from.model_type,
    target: JSON.stringify(target),
    build_status: 'complete',
    text_model: JSON.stringify(from.text_model),
    tags: JSON.stringify(tagsFrom(body.tags ?? [], now)),
    created_by: userId,
    created_at: now,
    updated_by: userId,
    updated_at: now,
  });
  const it = { kind: MODEL_VERSION, id: row.id };
  await ownIt(tx, ctx.actor, now, it);
  if (body.useCaseId) await putNewIntoUseCase(tx, ctx.actor, now, body.useCaseId, it);
  return row;
}
