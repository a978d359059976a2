import type { Platform } from '#platform/context.ts';
import type { Decline } from './policy.rules.ts';
import { policyStore } from './policy.store.ts';

/** Deployments of the organization with a policy that waits for such a change: whoever watches looks at no others. */
export const awaitingDecline = (
  { db }: Platform,
  organizationId: string,
  what: Decline['what'],
): Promise<readonly string[]> => policyStore(db.queries).awaiting(organizationId, `${what}_decline`);
