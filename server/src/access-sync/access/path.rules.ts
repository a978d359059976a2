import { groupBy } from '#platform/group-by.ts';
export interface Step {
  readonly group_id: number;
  readonly member_id: number;
}

/** The shortest way from what was granted down to where the person stands; rings do not hold it up. */
export function shortestWay(granted: number, start: readonly number[], edges: readonly Step[]): number[] {
  const ends = new Set(start);
  const cameFrom = new Map<number, number | null>([[granted, null]]);
  const members = groupBy(edges, ({ group_id }) => group_id);
  let row = [granted];
  while (row.length > 0) {
    const end = row.find((node) => ends.has(node));
    if (end !== undefined) return back(end, cameFrom);
    const next: number[] = [];
    for (const group of row) {
      for (const { member_id: member } of members.get(group) ?? []) {
        if (cameFrom.has(member)) continue;
        cameFrom.set(member, group);
        next.push(member);
      }
    }
    row = next;
  }
  return [granted];
}

function back(end: number, cameFrom: ReadonlyMap<number, number | null>): number[] {
  const way: number[] = [];
  for (let at: number | null | undefined = end; at != null; at = cameFrom.get(at)) way.push(at);
  return way.reverse();
}
