import type { Ctx } from '#platform/context.ts';
import { consumerOf, limiterService, type Permit } from '#quotas';
import type { DeploymentRow } from '../deployments.tables.ts';

const limitedBy = ({ organization_id: organizationId, id }: DeploymentRow) => ({
  organizationId,
  resource: { type: 'deployment' as const, id },
});

/** Whether the quota of the deployment limits rows: then it is asked when they are there, and not before. */
export const countsRows = (ctx: Ctx, deployment: DeploymentRow | null): boolean | Promise<boolean> =>
  deployment !== null && ctx.services.get(limiterService).countsTokens(limitedBy(deployment));

/** Asks the quota for leave; each of these rows is one token. Mostly the answer is there at once. */
export const askLeave = (ctx: Ctx, deployment: DeploymentRow, rows: number | null): Permit | Promise<Permit> =>
  ctx.services.get(limiterService).enter({
    ...limitedBy(deployment),
    consumer: consumerOf(ctx.actor),
    ...(rows === null ? {} : { tokens: { input: rows, worstCase: rows, unit: 'row' } }),
  });
