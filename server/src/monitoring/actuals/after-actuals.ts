import type { DeploymentRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { settleAccuracy } from '../accuracy/settle-accuracy.ts';
import { noticeDeclines } from '../health/notice-declines.ts';
import { forgetRows } from './forget-rows.ts';

/** Once actuals are in: sums that lost something are made anew, what waited too long is forgotten, lamps are looked at. */
export async function afterActuals(platform: Platform, deployment: DeploymentRow, signal: AbortSignal): Promise<void> {
  const { organization_id: organizationId, id } = deployment;
  await settleAccuracy(platform, organizationId, id, signal);
  await forgetRows(platform, organizationId, id);
  await noticeDeclines(platform, organizationId);
}
