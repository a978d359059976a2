import type { Updateable } from 'kysely';
import type { z } from 'zod';
import { grantOwnership, removeGrants, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { deleteRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { targetOf } from '#platform/net/address.rules.ts';
import { allowedInside, unreachable, whereTo } from '#platform/net/reach.ts';
import { WorkloadProblems } from './workload.problems.ts';
import type { WorkloadChange, WorkloadCreate, WorkloadQuery, WorkloadSettingsChange } from './workload.schema.ts';
import { workloadStore } from './workload.store.ts';
import { getWorkloadOrThrow, openHeaders, sealHeaders, toWorkloads, WORKLOAD, workloadResource } from './workload.ts';

export const getWorkload = async (ctx: Ctx, id: string) =>
  (await toWorkloads(ctx, [await getWorkloadOrThrow(ctx, id, 'read')]))[0];

export async function listWorkloads(ctx: Ctx, url: string, query: z.output<typeof WorkloadQuery>) {
  const store = workloadStore(ctx.db.queries);
  const { rows, total } = await store.page(ctx.actor.organizationId, visibleTo(ctx, WORKLOAD), query);
  return page(ctx.links, url, query, await toWorkloads(ctx, rows), total);
}

export async function createWorkload(ctx: Ctx, body: z.output<typeof WorkloadCreate>): Promise<Reply> {
  const { actor } = ctx;
  const isInside = await checkedAddress(ctx, body.address);
  const now = ctx.now();
  const id = newId(now);
  await ctx.db.transaction(async (tx) => {
    const row = {
      ...{ id, organization_id: actor.organizationId, name: body.name, address: body.address, is_inside: isInside },
      description: body.description ?? '',
      importance: body.importance ?? 'moderate',
      sealed_headers: sealHeaders(ctx.secrets, id, body.headers ?? null),
      tags: JSON.stringify(body.tags ?? []),
      ...{ created_by: actor.userId, created_at: now, updated_at: now },
    };
    await tx.insertInto('workloads').values(row).execute();
    await workloadStore(tx).note(id, 'created', actor.userId, now);
    await grantOwnership(tx, actor, now, workloadResource(id));
  });
  return created(`/api/v2/workloads/${id}/`, await getWorkload(ctx, id));
}

export async function changeWorkload(ctx: Ctx, id: string, body: z.output<typeof WorkloadChange>) {
  await getWorkloadOrThrow(ctx, id, 'write');
  const { address } = body;
  const change = {
    name: body.name ?? undefined,
    description: body.description ?? undefined,
    importance: body.importance ?? undefined,
    tags: body.tags ? JSON.stringify(body.tags) : undefined,
    // Keys were given for the old service: they do not go to another one.
    ...(address && { address, is_inside: await checkedAddress(ctx, address), sealed_headers: null }),
  };
  await applyChange(ctx, id, change, address ? 'moved to another address' : 'changed');
  return getWorkload(ctx, id);
}

async function applyChange(ctx: Ctx, id: string, change: Updateable<Tables['workloads']>, event: string) {
  const now = ctx.now();
  const store = workloadStore(ctx.db.queries);
  await store.change(ctx.actor.organizationId, id, { ...change, updated_at: now });
  await store.note(id, event, ctx.actor.userId, now);
}

export async function deleteWorkload(ctx: Ctx, id: string): Promise<Reply> {
  await getWorkloadOrThrow(ctx, id, 'own');
  await ctx.db.transaction(async (tx) => {
    await deleteRows(tx, 'workloads', { organization_id: ctx.actor.organizationId, id });
    await removeGrants(tx, ctx.actor.organizationId, workloadResource(id));
  });
  return noContent();
}

/** The service itself runs elsewhere: starting lets calls through to it, stopping refuses them. */
export async function setStatus(ctx: Ctx, id: string, status: 'running' | 'stopped'): Promise<Reply> {
  const row = await getWorkloadOrThrow(ctx, id, 'write');
  if (row.status === status) refuse(WorkloadProblems.already, id, status);
  await applyChange(ctx, id, { status }, status === 'running' ? 'started' : 'stopped');
  const trackVia = ctx.links.absolute(`/api/v2/workloads/${id}/`);
  return answer(202, { body: { status, trackVia, workloadId: id } });
}

export async function listEvents(ctx: Ctx, id: string, url: string, window: { offset: number; limit: number }) {
  await getWorkloadOrThrow(ctx, id, 'read');
  const { rows, total } = await workloadStore(ctx.db.queries).events(id, window);
  const data = rows.map(({ event, happened_at, userId, username }) => ({
    event,
    timestamp: happened_at.toISOString(),
    user: { id: userId, username },
  }));
  return page(ctx.links, url, window, data, total);
}

/** Whether the service is inside our own network, where only the settings of the installation let it be. */
async function checkedAddress(ctx: Ctx, address: string): Promise<boolean> {
  const url = new URL(address);
  if (url.username !== '' || url.password !== '')
    throw invalidFields({ address: 'Must not hold a name or password: send them to the service in headers' });
  const allowed = allowedInside(ctx.config, 'workload');
  const wrong = await unreachable(targetOf(url), allowed);
  if (wrong !== null) throw invalidFields({ address: wrong });
  return (await whereTo(targetOf(url), allowed)) === 'allowed';
}

/** Names of headers tell how to get into the service: as its address, for those who may change the workload. */
export async function getSettings(ctx: Ctx, id: string) {
  const row = await getWorkloadOrThrow(ctx, id, 'write');
  const headerNames = Object.keys(openHeaders(ctx.secrets, id, row.sealed_headers)).sort();
  return { timeoutSeconds: row.timeout_seconds, headerNames };
}

export async function changeSettings(ctx: Ctx, id: string, body: z.output<typeof WorkloadSettingsChange>) {
  await getWorkloadOrThrow(ctx, id, 'write');
  const sealed_headers = body.headers === undefined ? undefined : sealHeaders(ctx.secrets, id, body.headers);
  await applyChange(ctx, id, { timeout_seconds: body.timeoutSeconds, sealed_headers }, 'settings changed');
  return getSettings(ctx, id);
}
