import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, noContent, type Reply } from '#platform/http/reply.ts';
import { validate } from '#platform/http/validate.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import { mergeConfig, type Settings, withoutSecrets, wrongAddresses, wrongChange } from './config.rules.ts';
import { ConfigA, ConfigB } from './config.schema.ts';
import { ConnectionProblems } from './connection.problems.ts';
import { type ConnectionChange, toConnection } from './connection.schema.ts';
import { connectionStore } from './connection.store.ts';
import { openConfig, sealConfig } from './connection-secrets.ts';
import { getStatus } from './get-status.ts';
import { connectionOf, requireAdministrator } from './may-synchronize.ts';
import { unreachableAddresses } from './unreachable-addresses.ts';

export async function changeConnection(ctx: Ctx, id: string, input: ConnectionChange) {
  requireAdministrator(ctx.actor);
  const before = await connectionOf(ctx, id);
  const change = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.pollSeconds === undefined ? {} : { poll_seconds: input.pollSeconds }),
    ...(input.stalenessLimitSeconds === undefined ? {} : { staleness_limit_seconds: input.stalenessLimitSeconds }),
    ...(input.config === undefined ? {} : await changedConfig(ctx, before, input.config)),
  };
  const row = await ctx.db.transaction(async (tx) => {
    const connections = connectionStore(tx);
    await connections.nudge(id, false);
    return connections.change(ctx.actor.organizationId, id, change, ctx.now());
  });
  return toConnection(row ?? refuse(ConnectionProblems.noSuchConnection, id));
}

async function changedConfig(
  ctx: Ctx,
  row: ConnectionRow,
  change: Settings,
): Promise<Pick<ConnectionRow, 'config' | 'sealed'>> {
  const before = openConfig(ctx, row).config;
  const shape = z.object({ config: row.provider === 'A' ? ConfigA : ConfigB });
  const { config } = validate(shape, { config: mergeConfig(before, change) });
  const wrong =
    wrongChange(before, config, change) ??
    wrongAddresses(config, ctx.config.allowInsecureProviders) ??
    (await unreachableAddresses(ctx, config));
  if (wrong !== null) throw invalidFields(wrong);
  return { config: withoutSecrets(config), sealed: sealConfig(ctx, row.id, config) };
}

/** Everything that was mirrored goes with it. */
export async function deleteConnection(ctx: Ctx, id: string): Promise<Reply> {
  requireAdministrator(ctx.actor);
  await connectionOf(ctx, id);
  await ctx.db.transaction((tx) => connectionStore(tx).delete(ctx.actor.organizationId, id));
  return noContent();
}

export async function pauseConnection(ctx: Ctx, id: string, paused: boolean) {
  requireAdministrator(ctx.actor);
  await connectionOf(ctx, id);
  const row = await ctx.db.transaction(async (tx) => {
    const connections = connectionStore(tx);
    if (!paused) await connections.nudge(id, false);
    return connections.change(ctx.actor.organizationId, id, { paused }, ctx.now());
  });
  return toConnection(row ?? refuse(ConnectionProblems.noSuchConnection, id));
}

/** Reads everything anew; what is held serves until that is done. */
export async function resyncConnection(ctx: Ctx, id: string): Promise<Reply> {
  requireAdministrator(ctx.actor);
  await connectionOf(ctx, id);
  await connectionStore(ctx.db.queries).nudge(id, true);
  return answer(202, { location: `/api/v2/aclConnections/${id}/status/`, body: await getStatus(ctx, id) });
}
