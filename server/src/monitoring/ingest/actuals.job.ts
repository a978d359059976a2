import { z } from 'zod';
import { type DeploymentRow, watchedDeployment } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { forgetRows } from '../actuals/forget-rows.ts';
import { ACTUALS_AT_ONCE, importActuals } from '../actuals/match-actuals.ts';
import { settleAccuracy } from '../actuals/recompute-accuracy.ts';
import { noticeDeclines } from '../health/watch.ts';

const Input = z.strictObject({
  deploymentId: z.string(),
  keepUnmatched: z.boolean(),
  actuals: z.array(
    z.strictObject({
      associationId: z.string(),
      value: z.string(),
      wasActedOn: z.boolean().nullable(),
      happenedAt: z.iso.datetime().nullable(),
    }),
  ),
});

/** Takes actuals that came in one request. Short, so that nobody waits for it behind training. */
export const actualsJob: JobKind<z.output<typeof Input>> = {
  name: 'monitoring.actuals',
  input: Input,
  lane: 'light',
  limits: 'light',
  retries: 3,
  async run(platform, { deploymentId, keepUnmatched, actuals }, run) {
    const deployment = await watchedDeployment(platform, deploymentId);
    if (deployment?.organization_id !== run.actor.organizationId) return undefined;
    const to = { organizationId: deployment.organization_id, deploymentId, keepUnmatched };
    for (let from = 0; from < actuals.length; from += ACTUALS_AT_ONCE) {
      const some = actuals.slice(from, from + ACTUALS_AT_ONCE).map((actual) => ({
        ...actual,
        happenedAt: actual.happenedAt === null ? null : new Date(actual.happenedAt),
      }));
      await importActuals(platform, to, some);
      await run.progress(Math.min(1, (from + ACTUALS_AT_ONCE) / actuals.length));
    }
    await afterActuals(platform, deployment, run.signal);
    return { location: `/api/v2/deployments/${deploymentId}/` };
  },
};

/** Once actuals are in: sums that lost something are made anew, what waited too long is forgotten, lamps are looked at. */
export async function afterActuals(platform: Platform, deployment: DeploymentRow, signal: AbortSignal): Promise<void> {
  const { organization_id: organizationId, id } = deployment;
  await settleAccuracy(platform, organizationId, id, signal);
  await forgetRows(platform, organizationId, id);
  await noticeDeclines(platform, organizationId);
}
