import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { type FieldErrors, invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, created, noContent, type Reply } from '#platform/http/reply.ts';
import { validate } from '#platform/http/validate.ts';
import { targetOf } from '#platform/net/address.rules.ts';
import { allowedInside, unreachable } from '#platform/net/reach.ts';
import { newRow } from '#platform/new-row.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import { openClient } from '../open-client.ts';
import { type PreflightCheck, ProviderProblem } from '../provider-client.ts';
import { ConfigA, ConfigB } from '../provider-config.ts';
import {
  addressesIn,
  type Config,
  mergeConfig,
  openConfig,
  type Settings,
  sealConfig,
  withoutSecrets,
  wrongAddresses,
  wrongChange,
} from './config.rules.ts';
import { ConnectionProblems } from './connection.problems.ts';
import {
  type Connection,
  type ConnectionChange,
  type ConnectionCreate,
  type ConnectionQuery,
  type Preflight,
  toConnection,
} from './connection.schema.ts';
import { connectionStore } from './connection.store.ts';
import { connectionOf } from './require-connection.ts';
import { getStatus } from './status.ts';

export async function changeConnection(ctx: Ctx, id: string, input: ConnectionChange) {
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
  await connectionOf(ctx, id);
  await ctx.db.transaction((tx) => connectionStore(tx).delete(ctx.actor.organizationId, id));
  return noContent();
}

export async function pauseConnection(ctx: Ctx, id: string, paused: boolean) {
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
  await connectionOf(ctx, id);
  await connectionStore(ctx.db.queries).nudge(id, true);
  return answer(202, { location: `/api/v2/aclConnections/${id}/status/`, body: await getStatus(ctx, id) });
}

export async function createConnection(ctx: Ctx, input: ConnectionCreate): Promise<Reply> {
  const wrong =
    wrongAddresses(input.config, ctx.config.allowInsecureProviders) ?? (await unreachableAddresses(ctx, input.config));
  if (wrong !== null) throw invalidFields(wrong);
  const made = newRow(ctx);
  const { id, created_at } = made;
  const row = await ctx.db.transaction((tx) =>
    connectionStore(tx).insert({
      ...made,
      name: input.name,
      provider: input.provider,
      config: withoutSecrets(input.config),
      sealed: sealConfig(ctx, id, input.config),
      poll_seconds: input.pollSeconds,
      staleness_limit_seconds: input.stalenessLimitSeconds,
      updated_at: created_at,
    }),
  );
  return created(`/api/v2/aclConnections/${id}/`, toConnection(row));
}

export async function listConnections(
  ctx: Ctx,
  url: string,
  { provider, ...window }: z.output<typeof ConnectionQuery>,
) {
  const { rows, total } = await connectionStore(ctx.db.queries).page(ctx.actor.organizationId, provider, window);
  const shown = rows.map((row) => withoutSettings(ctx, toConnection(row)));
  return page(ctx.links, url, window, shown, total);
}

export async function getConnection(ctx: Ctx, id: string) {
  return withoutSettings(ctx, toConnection(await connectionOf(ctx, id)));
}

/** Addresses, accounts and tenants of the provider are for administrators; others learn that the connection is there. */
const withoutSettings = ({ actor }: Ctx, connection: z.infer<typeof Connection>): z.infer<typeof Connection> =>
  actor.role === 'admin' ? connection : { ...connection, config: {} };

const PATIENCE_MS = 30_000;

/** Tries what the connection needs at the provider, and names what is missing. */
export async function preflightConnection(ctx: Ctx, id: string): Promise<z.infer<typeof Preflight>> {
  const checks = await runPreflight(ctx, id);
  return { ok: checks.length > 0 && checks.every((check) => check.ok), checks: checks.map((check) => ({ ...check })) };
}

async function runPreflight(ctx: Ctx, id: string): Promise<readonly PreflightCheck[]> {
  const row = await connectionOf(ctx, id);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await openClient(ctx, row).preflight(signal);
  } catch (error) {
    if (error instanceof ProviderProblem) return [{ name: 'connection', ok: false, detail: error.message }];
    if (!signal.aborted) throw error;
    const detail = `The provider did not answer within ${PATIENCE_MS / 1000} seconds. Check its addresses.`;
    return [{ name: 'connection', ok: false, detail }];
  }
}

/** Null, or which addresses of the provider are inside. Calls look again: a name may lead elsewhere by then. */
async function unreachableAddresses({ config }: Ctx, of: Config): Promise<FieldErrors | null> {
  const allowed = allowedInside(config, 'provider');
  const wrong: [string, string][] = [];
  for (const [name, address] of addressesIn(of)) {
    const reason = await unreachable(targetOf(new URL(address)), allowed);
    if (reason !== null) wrong.push([`config.${name}`, reason]);
  }
  return wrong.length > 0 ? Object.fromEntries(wrong) : null;
}
