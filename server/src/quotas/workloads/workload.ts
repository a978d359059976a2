import type { z } from 'zod';
import { accessToEach, type Need, type Resource, requireRole, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { WorkloadProblems } from './workload.problems.ts';
import type { Workload } from './workload.schema.ts';
import { type WorkloadRow, workloadStore } from './workload.store.ts';

export const WORKLOAD: SharedKind = { type: 'workload', title: 'workload', listedAt: 'workloads/' };

export const workloadResource = (id: string): Resource => ({ kind: WORKLOAD, id });

/** The workload, when the caller may do with it what they want to: the first line of every service function. */
export async function getWorkloadOrThrow(ctx: Ctx, id: string, need: Need): Promise<WorkloadRow> {
  await requireRole(ctx, workloadResource(id), need);
  const row = await workloadStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row ?? refuse(WorkloadProblems.noSuchWorkload, id);
}

const SEES = ['CAN_VIEW', 'CAN_MAKE_PREDICTIONS'];
const CHANGES = ['CAN_UPDATE'];
const OWNS = ['CAN_DELETE', 'CAN_SHARE', 'CAN_SHARE_ROLE_OWNER'];

/** Where calls of a workload are answered. */
export const endpointOf = ({ config, links }: Ctx, id: string): string =>
  `${config.workloadOrigin ?? links.origin}/api/v2/endpoints/workloads/${id}/`;

/** Workloads as the caller sees them: where a service really lives is told to those who may change it. */
export async function toWorkloads(ctx: Ctx, rows: readonly WorkloadRow[]): Promise<z.infer<typeof Workload>[]> {
  const people = await workloadStore(ctx.db.queries).creators(rows.map((row) => row.created_by));
  const ids = rows.map(({ id }) => id);
  const access = await accessToEach(ctx, WORKLOAD, ids);
  return rows.map((row) => {
    const role = access.get(row.id)?.role;
    const changes = role === 'OWNER' || role === 'EDITOR';
    const person = people.find(({ id }) => id === row.created_by);
    return {
      ...apiFields(
        row,
        'id',
        'name',
        'description',
        'status',
        'importance',
        'last_response',
        'created_at',
        'updated_at',
      ),
      type: 'service',
      endpoint: endpointOf(ctx, row.id),
      address: changes ? row.address : null,
      creator: { id: row.created_by, username: person?.username ?? '', email: person?.email ?? null },
      permissions: [...SEES, ...(changes ? CHANGES : []), ...(role === 'OWNER' ? OWNS : [])],
      tags: [...row.tags],
      artifactId: null,
      runtime: null,
      replacement: null,
    };
  });
}

type ServiceHeaders = Readonly<Record<string, string>>;

const purpose = (workloadId: string): string => `workload headers ${workloadId}`;

export const sealHeaders = (secrets: Secrets, workloadId: string, headers: ServiceHeaders | null): string | null =>
  headers === null || Object.keys(headers).length === 0
    ? null
    : secrets.seal(JSON.stringify(headers), purpose(workloadId));

export const openHeaders = (secrets: Secrets, workloadId: string, sealed: string | null): ServiceHeaders =>
  sealed === null ? {} : (JSON.parse(secrets.open(sealed, purpose(workloadId))) as ServiceHeaders);
