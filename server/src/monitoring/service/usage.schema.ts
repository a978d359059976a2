import { z } from 'zod';
import { pageOf, pageQuery } from '#platform/http/page.ts';

const moment = z.iso.datetime({ offset: true });

export const UsageQuery = pageQuery().extend({ from: moment.optional(), to: moment.optional() });

/** What one caller asked of one deployment in the whole span, batch predictions included. */
export const DeploymentUse = z.strictObject({
  deploymentId: z.string(),
  label: z.string(),
  userId: z.string(),
  username: z.string(),
  requests: z.int(),
  predictions: z.int(),
  /** Requests that were refused or failed. */
  errors: z.int(),
  lastAt: z.iso.datetime(),
});

export const DeploymentUses = pageOf(DeploymentUse);
