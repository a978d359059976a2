import type { Queries } from '#platform/db/database.ts';
import '../accounts.tables.ts';
import type { Actor } from '#platform/http/actor.ts';

interface Caller {
  readonly actor: Pick<Actor, 'userId' | 'username' | 'organizationId'>;
  readonly address: string;
  now(): Date;
}

/**
 * What the caller just did, for the audit trail. Written in the same transaction: both happen or neither. Actions are
 * dotted and in the past tense (`api_key.revoked`); secrets never go into `details`.
 */
export async function record(
  tx: Queries,
  { actor, address, now }: Caller,
  action: string,
  subject: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { organizationId: organization_id, userId: actor_id, username: actor_name } = actor;
  const entry = { at: now(), organization_id, actor_id, actor_name, address, action, subject };
  await tx
    .insertInto('audit_entries')
    .values({ ...entry, details: JSON.stringify(details) })
    .execute();
}
