import type { z } from 'zod';
import { accessToEach, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { byId, listOf } from '../listing.ts';
import { findPeople, showPerson } from '../people.store.ts';
import { toDeployment } from './deployment.record.ts';
import type { DeploymentQuery } from './deployment.schema.ts';
import { deploymentModelStore, deploymentStore } from './deployment.store.ts';
import { chosen, needsMonitoring, withMonitoring } from './deployment-list.rules.ts';
import { deploymentListStore, listOwners } from './deployment-list.store.ts';
import { getDeploymentOrThrow } from './get-deployment.ts';
import { type DeploymentPorts, NO_HEALTH, NO_USAGE } from './ports.ts';

export async function getDeployment(ctx: Ctx, ports: DeploymentPorts, id: string) {
  await getDeploymentOrThrow(ctx, id, 'read');
  const [record] = await records(ctx, ports, [id]);
  if (record === undefined) throw new Error(`Deployment ${id} went while it was read.`);
  return record;
}

/** Newest first unless asked otherwise. What the tables cannot tell is asked of those who watch, for all at once. */
export async function listDeployments(
  ctx: Ctx,
  ports: DeploymentPorts,
  url: string,
  query: z.output<typeof DeploymentQuery>,
) {
  const { offset, limit, ...filter } = query;
  const window = { offset, limit };
  const list = deploymentListStore(ctx.db.queries);
  const { organizationId, userId } = ctx.actor;
  const visible = visibleTo(ctx, DEPLOYMENT);
  const everything = { organizationId, userId, visible, owned: null };
  const seen =
    filter.role === undefined ? everything : { ...everything, owned: await inRole(ctx, list, everything, filter.role) };
  if (!needsMonitoring(filter)) {
    const [ids, total] = [await list.ids(seen, filter, window), await list.count(seen, filter)];
    return page(ctx.links, url, window, await records(ctx, ports, ids), total);
  }
  const ids = await list.ids(seen, filter);
  const watched = withMonitoring(
    ids,
    await ports.monitoring.healthOf(ctx, ids),
    await ports.monitoring.usageOf(ctx, ids),
  );
  const all = chosen(watched, filter).map(({ id }) => id);
  return page(ctx.links, url, window, await records(ctx, ports, all.slice(offset, offset + limit)), all.length);
}

/** Those in which the caller has exactly this role. */
async function inRole(
  ctx: Ctx,
  list: ReturnType<typeof deploymentListStore>,
  seen: Parameters<typeof list.ids>[0],
  role: 'OWNER' | 'USER',
): Promise<string[]> {
  const ids = await list.ids(seen, {});
  const access = await accessToEach(ctx, DEPLOYMENT, ids);
  return ids.filter((id) => (access.get(id)?.role === 'OWNER') === (role === 'OWNER'));
}

/** In the order of the ids; those that went meanwhile are left out. */
async function records(ctx: Ctx, ports: DeploymentPorts, ids: readonly string[]) {
  const { organizationId } = ctx.actor;
  const db = ctx.db.queries;
  const store = deploymentStore(db);
  const found = await store.byIds(organizationId, ids);
  const rows = byId(found);
  const models = byId(await store.packages(organizationId, listOf(found, 'package_id')));
  const places = byId(await store.environments(organizationId, listOf(found, 'environment_id')));
  const [deployedAt, owners] = [await deploymentModelStore(db).deployedAt(ids), await listOwners(db, ids)];
  const makers = await findPeople(db, listOf(found, 'created_by'));
  const access = await accessToEach(ctx, DEPLOYMENT, ids);
  const [health, usage] = await Promise.all([ports.monitoring.healthOf(ctx, ids), ports.monitoring.usageOf(ctx, ids)]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const model = models.get(row?.package_id ?? '');
    const environment = places.get(row?.environment_id ?? '');
    const mine = access.get(id);
    if (row === undefined || model === undefined || environment === undefined || mine === undefined) return [];
    return toDeployment({
      row,
      model,
      environment,
      deployedAt: deployedAt.get(id) ?? row.created_at,
      owners: owners.get(id) ?? [],
      access: mine,
      health: health.get(id) ?? NO_HEALTH,
      usage: usage.get(id) ?? NO_USAGE,
      creator: showPerson(makers, row.created_by),
      config: ctx.config,
      links: ctx.links,
    });
  });
}
