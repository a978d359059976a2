import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { groupBy } from '#platform/group-by.ts';
import { type Change, logChanges } from './change-log.store.ts';
import { changeEdges, type Edge, type EdgeChange, hasPendingMembers, takeActivated } from './membership.store.ts';

/** Lets those memberships count that have waited long enough. Whoever has read anything from end to end calls it. */
export async function activateMembers(tx: Tx, connectionId: string, now: Date): Promise<void> {
  if (!(await hasPendingMembers(tx, connectionId))) return;
  const added = await takeActivated(tx, connectionId);
  if (added.length === 0) return;
  await changeEdges(tx, { added, removed: [] });
  const ids = [...new Set(added.flatMap(({ group_id, member_id }) => [group_id, member_id]))];
  const { rows } = await sql<{ id: number; key: string }>`
    SELECT id, key FROM acl_principals WHERE id = ANY(${ids}::bigint[])`.execute(tx);
  const changes = describeEdges({ added, removed: [] }, new Map(rows.map(({ id, key }) => [id, key])));
  await logChanges(tx, { connectionId, at: now, cause: 'directory' }, changes);
}

const MOST_TOLD = 100;

/** Who came and went, group by group, for the change log. */
export function describeEdges({ added, removed }: EdgeChange, keys: ReadonlyMap<number, string>): Change[] {
  const told = (kind: 'membersAdded' | 'membersRemoved', edges: readonly Edge[]): Change[] => {
    return [...groupBy(edges, ({ group_id }) => group_id)].map(([groupId, some]) => {
      const members = some.slice(0, MOST_TOLD).map((one) => keys.get(one.member_id) ?? String(one.member_id));
      return { kind, subject: keys.get(groupId) ?? String(groupId), details: { members, count: some.length } };
    });
  };
  return [...told('membersAdded', added), ...told('membersRemoved', removed)];
}
