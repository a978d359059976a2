import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';

export type ChangeKind =
  | 'itemAdded'
  | 'itemMoved'
  | 'itemRenamed'
  | 'itemRemoved'
  | 'grantsChanged'
  | 'membersAdded'
  | 'membersRemoved'
  | 'principalChanged'
  | 'principalRemoved'
  | 'crawlCompleted'
  | 'spaceRemoved';

/** What became different, told about a key. The batch knows when and why. */
export interface Change {
  readonly kind: ChangeKind;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export async function logChanges(
  db: Queries,
  about: { readonly connectionId: string; readonly at: Date; readonly cause: string },
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ kind, subject, details = {} }) => ({ kind, subject, details }));
  await sql`
    INSERT INTO acl_changes (connection_id, at, kind, cause, subject, details)
    SELECT ${about.connectionId}, ${about.at}, kind, ${about.cause}, subject, details
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (kind text, subject text, details jsonb)`.execute(db);
}
