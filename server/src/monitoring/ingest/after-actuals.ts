import type { DeploymentRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { forgetRows } from '../actuals/forget-rows.ts';
import { settleAccuracy } from '../actuals/recompute-accuracy.ts';
import { noticeDeclines } from '../health/notice-declines.ts';

/** Once actuals are in: sums that lost something are made anew, what waited too long is forgotten, lamps are looked at. */
export async function afterActuals(platform: Platform, deployment: DeploymentRow, signal: AbortSignal): Promise<void> {
  const { organization_id: organizationId, id } = deployment;
  await settleAccuracy(platform, organizationId, id, signal);
  await forgetRows(platform, organizationId, id);
  await noticeDeclines(platform, organizationId);
}
