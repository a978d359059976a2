import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { withoutSecrets, wrongAddresses } from './config.rules.ts';
import { type ConnectionCreate, toConnection } from './connection.schema.ts';
import { connectionStore } from './connection.store.ts';
import { sealConfig } from './connection-secrets.ts';
import { requireAdministrator } from './may-synchronize.ts';
import { unreachableAddresses } from './unreachable-addresses.ts';

export async function createConnection(ctx: Ctx, input: ConnectionCreate): Promise<Reply> {
  requireAdministrator(ctx.actor);
  const wrong =
    wrongAddresses(input.config, ctx.config.allowInsecureProviders) ?? (await unreachableAddresses(ctx, input.config));
  if (wrong !== null) throw invalidFields(wrong);
  const now = ctx.now();
  const id = newId(now);
  const row = await ctx.db.transaction((tx) =>
    connectionStore(tx).insert({
      id,
      organization_id: ctx.actor.organizationId,
      name: input.name,
      provider: input.provider,
      config: withoutSecrets(input.config),
      sealed: sealConfig(ctx, id, input.config),
      poll_seconds: input.pollSeconds,
      staleness_limit_seconds: input.stalenessLimitSeconds,
      created_by: ctx.actor.userId,
      created_at: now,
      updated_at: now,
    }),
  );
  return created(`/api/v2/aclConnections/${id}/`, toConnection(row));
}
