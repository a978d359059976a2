import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { openClient } from '../open-client.ts';
import { type PreflightCheck, ProviderProblem } from '../provider-client.ts';
import type { Preflight } from './connection.schema.ts';
import { connectionOf, requireAdministrator } from './may-synchronize.ts';

const PATIENCE_MS = 30_000;

/** Tries what the connection needs at the provider, and names what is missing. */
export async function preflightConnection(ctx: Ctx, id: string): Promise<z.infer<typeof Preflight>> {
  requireAdministrator(ctx.actor);
  const checks = await tried(ctx, id);
  return { ok: checks.length > 0 && checks.every((check) => check.ok), checks: checks.map((check) => ({ ...check })) };
}

async function tried(ctx: Ctx, id: string): Promise<readonly PreflightCheck[]> {
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
