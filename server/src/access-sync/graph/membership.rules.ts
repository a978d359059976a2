import type { Change } from './change-log.store.ts';
import type { Edge, EdgeChange } from './membership.store.ts';

const MOST_TOLD = 100;

/** Who came and went, group by group, for the change log. */
export function describeEdges({ added, removed }: EdgeChange, keys: ReadonlyMap<number, string>): Change[] {
  const told = (kind: 'membersAdded' | 'membersRemoved', edges: readonly Edge[]): Change[] => {
    const byGroup = new Map<number, Edge[]>();
    for (const edge of edges) {
      const some = byGroup.get(edge.group_id) ?? [];
      some.push(edge);
      byGroup.set(edge.group_id, some);
    }
    return [...byGroup].map(([groupId, some]) => {
      const members = some.slice(0, MOST_TOLD).map((one) => keys.get(one.member_id) ?? String(one.member_id));
      return { kind, subject: keys.get(groupId) ?? String(groupId), details: { members, count: some.length } };
    });
  };
  return [...told('membersAdded', added), ...told('membersRemoved', removed)];
}
