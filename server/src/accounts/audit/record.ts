import type { Ctx } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { auditStore } from './audit.store.ts';

export type Caller = Pick<Ctx, 'actor' | 'address' | 'now'>;

/** What the caller just did, for the audit trail. */
export const record = (
  tx: Queries,
  { actor, address, now }: Caller,
  action: string,
  subject: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  auditStore(tx).add({ at: now(), organizationId: actor.organizationId, actor, address, action, subject, details });
