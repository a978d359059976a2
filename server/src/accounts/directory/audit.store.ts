import type { Queries } from '#platform/db/database.ts';
import '../accounts.tables.ts';
import type { Ctx } from '#platform/context.ts';

interface AuditEntry {
  readonly at: Date;
  readonly organizationId: string;
  readonly actor: { readonly userId: string; readonly username: string };
  readonly address: string;
  /** Dotted, past tense: `user.created`, `api_key.revoked`. */
  readonly action: string;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Written in the transaction of what it tells of: both happen or neither. Secrets never go into `details`. */
export const auditStore = (db: Queries) => ({
  async add(entry: AuditEntry): Promise<void> {
    await db
      .insertInto('audit_entries')
      .values({
        at: entry.at,
        organization_id: entry.organizationId,
        actor_id: entry.actor.userId,
        actor_name: entry.actor.username,
        address: entry.address,
        action: entry.action,
        subject: entry.subject,
        details: JSON.stringify(entry.details ?? {}),
      })
      .execute();
  },
});

type Caller = Pick<Ctx, 'actor' | 'address' | 'now'>;

/** What the caller just did, for the audit trail. */
export const record = (
  tx: Queries,
  { actor, address, now }: Caller,
  action: string,
  subject: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  auditStore(tx).add({ at: now(), organizationId: actor.organizationId, actor, address, action, subject, details });
