import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { getWorkloadOrThrow } from './workload.kind.ts';
import type { WorkloadSettingsChange } from './workload.schema.ts';
import { workloadStore } from './workload.store.ts';
import { openHeaders, sealHeaders } from './workload-headers.ts';

/** Names of headers tell how to get into the service: as its address, for those who may change the workload. */
export async function getSettings(ctx: Ctx, id: string) {
  const row = await getWorkloadOrThrow(ctx, id, 'write');
  const headerNames = Object.keys(openHeaders(ctx.secrets, id, row.sealed_headers)).sort();
  return { timeoutSeconds: row.timeout_seconds, headerNames };
}

export async function changeSettings(ctx: Ctx, id: string, body: z.output<typeof WorkloadSettingsChange>) {
  await getWorkloadOrThrow(ctx, id, 'write');
  const now = ctx.now();
  await workloadStore(ctx.db.queries).change(ctx.actor.organizationId, id, {
    ...(body.timeoutSeconds === undefined ? {} : { timeout_seconds: body.timeoutSeconds }),
    ...(body.headers === undefined ? {} : { sealed_headers: sealHeaders(ctx.secrets, id, body.headers) }),
    updated_at: now,
  });
  await workloadStore(ctx.db.queries).note(id, 'settings changed', ctx.actor.userId, now);
  return getSettings(ctx, id);
}
