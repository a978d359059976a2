import type { z } from 'zod';
import { grantOwnership, removeGrants, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { targetOf } from '#platform/net/address.rules.ts';
import { allowedInside, unreachable, whereTo } from '#platform/net/reach.ts';
import { WorkloadProblems } from './workload.problems.ts';
import type { WorkloadChange, WorkloadCreate, WorkloadQuery, WorkloadSettingsChange } from './workload.schema.ts';
import { type WorkloadOrder, workloadStore } from './workload.store.ts';
import { getWorkloadOrThrow, openHeaders, sealHeaders, toWorkloads, WORKLOAD, workloadResource } from './workload.ts';

const showWorkload = async (ctx: Ctx, id: string) =>
  (await toWorkloads(ctx, [await getWorkloadOrThrow(ctx, id, 'read')]))[0];

export async function listWorkloads(ctx: Ctx, url: string, query: z.output<typeof WorkloadQuery>) {
  const order = { order: query.orderBy.replace(/^-/, '') as WorkloadOrder, down: query.orderBy.startsWith('-') };
  const { rows, total } = await workloadStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    visibleTo(ctx, WORKLOAD),
    query,
    { ...query, ...order },
  );
  return page(ctx.links, url, query, await toWorkloads(ctx, rows), total);
}

export const getWorkload = (ctx: Ctx, id: string) => showWorkload(ctx, id);

export async function createWorkload(ctx: Ctx, body: z.output<typeof WorkloadCreate>): Promise<Reply> {
  const { actor } = ctx;
  const isInside = await checkedAddress(ctx, body.address);
  const now = ctx.now();
  const id = newId(now);
  await ctx.db.transaction(async (tx) => {
    await workloadStore(tx).insert({
      id,
      organization_id: actor.organizationId,
      name: body.name,
      description: body.description ?? '',
      importance: body.importance ?? 'moderate',
      address: body.address,
      is_inside: isInside,
      sealed_headers: sealHeaders(ctx.secrets, id, body.headers ?? null),
      tags: JSON.stringify(body.tags ?? []),
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    });
    await workloadStore(tx).note(id, 'created', actor.userId, now);
    await grantOwnership(tx, actor, now, workloadResource(id));
  });
  return created(`/api/v2/workloads/${id}/`, await showWorkload(ctx, id));
}

export async function changeWorkload(ctx: Ctx, id: string, body: z.output<typeof WorkloadChange>) {
  await getWorkloadOrThrow(ctx, id, 'write');
  const { address } = body;
  const now = ctx.now();
  const store = workloadStore(ctx.db.queries);
  await store.change(ctx.actor.organizationId, id, {
    ...(body.name ? { name: body.name } : {}),
    ...(typeof body.description === 'string' ? { description: body.description } : {}),
    ...(body.importance ? { importance: body.importance } : {}),
    ...(body.tags ? { tags: JSON.stringify(body.tags) } : {}),
    // Keys were given for the old service: they do not go to another one.
    ...(address ? { address, is_inside: await checkedAddress(ctx, address), sealed_headers: null } : {}),
    updated_at: now,
  });
  await store.note(id, address ? 'moved to another address' : 'changed', ctx.actor.userId, now);
  return showWorkload(ctx, id);
}

export async function deleteWorkload(ctx: Ctx, id: string): Promise<Reply> {
  await getWorkloadOrThrow(ctx, id, 'own');
  await ctx.db.transaction(async (tx) => {
    await workloadStore(tx).delete(ctx.actor.organizationId, id);
    await removeGrants(tx, ctx.actor.organizationId, workloadResource(id));
  });
  return noContent();
}

/** The service itself runs elsewhere: starting lets calls through to it, stopping refuses them. */
export async function setStatus(ctx: Ctx, id: string, status: 'running' | 'stopped'): Promise<Reply> {
  const row = await getWorkloadOrThrow(ctx, id, 'write');
  if (row.status === status) refuse(WorkloadProblems.already, id, status);
  const now = ctx.now();
  await workloadStore(ctx.db.queries).change(ctx.actor.organizationId, id, { status, updated_at: now });
  await workloadStore(ctx.db.queries).note(id, status === 'running' ? 'started' : 'stopped', ctx.actor.userId, now);
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
  const now = ctx.now();
  await workloadStore(ctx.db.queries).change(ctx.actor.organizationId, id, {
    ...(body.timeoutSeconds === undefined ? {} : { timeout_seconds: body.timeoutSeconds }),
    ...(body.headers === undefined ? {} : { sealed_headers: sealHeaders(ctx.secrets, id, body.headers) }),
    updated_at: now,
  });
  await workloadStore(ctx.db.queries).note(id, 'settings changed', ctx.actor.userId, now);
  return getSettings(ctx, id);
}
