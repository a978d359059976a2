export interface Step {
  readonly group_id: number;
  readonly member_id: number;
}

/** The shortest way from what was granted down to where the person stands; rings do not hold it up. */
export function shortestWay(granted: number, start: readonly number[], edges: readonly Step[]): number[] {
  const ends = new Set(start);
  const cameFrom = new Map<number, number | null>([[granted, null]]);
  let row = [granted];
  while (row.length > 0) {
    const end = row.find((node) => ends.has(node));
    if (end !== undefined) return back(end, cameFrom);
    const next: number[] = [];
    for (const { group_id, member_id } of edges) {
      if (!row.includes(group_id) || cameFrom.has(member_id)) continue;
      cameFrom.set(member_id, group_id);
      next.push(member_id);
    }
    row = next;
  }
  return [granted];
}

function back(end: number, cameFrom: ReadonlyMap<number, number | null>): number[] {
  const way: number[] = [];
  for (let at: number | null | undefined = end; at != null; at = cameFrom.get(at)) way.unshift(at);
  return way;
}
