import type { Graph } from '../../../api/models.ts';

interface Placed {
  readonly id: string;
  readonly label: string;
  /** How many steps lie before it. */
  readonly depth: number;
  /** Its place among those of the same depth. */
  readonly lane: number;
}

/** Every node right of all it needs. Steps that need one another in a circle are drawn where they are met. */
export function layout({ nodes, edges }: Graph): readonly Placed[] {
  const depths = new Map<string, number>();
  const depthOf = (id: string, above: ReadonlySet<string>): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const before = edges.filter(([from, to]) => to === id && !above.has(from)).map(([from]) => from);
    const depth = Math.max(-1, ...before.map((from) => depthOf(from, new Set([...above, id])))) + 1;
    depths.set(id, depth);
    return depth;
  };
  const used = new Map<number, number>();
  return nodes.map(({ id, label }) => {
    const depth = depthOf(id, new Set([id]));
    const lane = used.get(depth) ?? 0;
    used.set(depth, lane + 1);
    return { id, label, depth, lane };
  });
}

/** A label in lines of at most so many letters, broken between words. */
export function lines(label: string, most: number): readonly string[] {
  const made: string[] = [];
  for (const word of label.split(' ')) {
    const last = made.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= most) made[made.length - 1] = `${last} ${word}`;
    else made.push(word);
  }
  return made;
}
