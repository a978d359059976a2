import type { z } from 'zod';
import { accessToEach } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { WORKLOAD } from './workload.kind.ts';
import type { Workload } from './workload.schema.ts';
import { workloadStore } from './workload.store.ts';
import type { WorkloadRow } from './workload.tables.ts';

const SEES = ['CAN_VIEW', 'CAN_MAKE_PREDICTIONS'];
const CHANGES = ['CAN_UPDATE'];
const OWNS = ['CAN_DELETE', 'CAN_SHARE', 'CAN_SHARE_ROLE_OWNER'];

/** Where calls of a workload are answered. */
export const endpointOf = ({ config, links }: Ctx, id: string): string =>
  `${config.workloadOrigin ?? links.origin}/api/v2/endpoints/workloads/${id}/`;

/** Workloads as the caller sees them: where a service really lives is told to those who may change it. */
export async function toWorkloads(ctx: Ctx, rows: readonly WorkloadRow[]): Promise<z.infer<typeof Workload>[]> {
  const people = await workloadStore(ctx.db.queries).creators(rows.map((row) => row.created_by));
  const access = await accessToEach(
    ctx,
    WORKLOAD,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const role = access.get(row.id)?.role;
    const changes = role === 'OWNER' || role === 'EDITOR';
    const person = people.find(({ id }) => id === row.created_by);
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      status: row.status,
      importance: row.importance,
      type: 'service',
      endpoint: endpointOf(ctx, row.id),
      address: changes ? row.address : null,
      creator: { id: row.created_by, username: person?.username ?? '', email: person?.email ?? null },
      permissions: [...SEES, ...(changes ? CHANGES : []), ...(role === 'OWNER' ? OWNS : [])],
      tags: [...row.tags],
      lastResponse: row.last_response,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      artifactId: null,
      runtime: null,
      replacement: null,
    };
  });
}
