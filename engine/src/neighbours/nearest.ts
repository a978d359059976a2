/** Training rows as points: rows x width, row-major. */
export interface Points {
  readonly width: number;
  readonly cells: Float64Array;
  readonly weight: Float64Array;
}

/** Squared distances of one point to all of them. */
export function distances(points: Points, query: Float64Array, into: Float64Array): void {
  const { width, cells } = points;
  for (let row = 0, at = 0; row < into.length; row += 1) {
    let sum = 0;
    for (let j = 0; j < width; j += 1, at += 1) {
      const gap = (cells[at] as number) - (query[j] as number);
      sum += gap * gap;
    }
    into[row] = sum;
  }
}

/**
 * The nearest rows that together weigh `mass`. Neighbours are counted by weight, and rows at the same distance share
 * what is left, so that neither the order of rows nor writing a row twice instead of weighing it 2 changes an answer.
 */
export function nearest(far: Float64Array, weight: Float64Array, mass: number): { row: number; share: number }[] {
  const reach = reachOf(far, weight, mass);
  const chosen: { row: number; share: number }[] = [];
  let inside = 0;
  let edge = 0;
  for (let row = 0; row < far.length; row += 1) {
    if ((far[row] as number) < reach) inside += weight[row] as number;
    else if (far[row] === reach) edge += weight[row] as number;
  }
  const part = edge === 0 ? 0 : Math.min(1, (mass - inside) / edge);
  for (let row = 0; row < far.length; row += 1) {
    const share = (weight[row] as number) * ((far[row] as number) < reach ? 1 : far[row] === reach ? part : 0);
    if (share > 0) chosen.push({ row, share });
  }
  return chosen;
}

/** The smallest distance within which the rows weigh at least `mass`; a heap keeps only the nearest so far. */
function reachOf(far: Float64Array, weight: Float64Array, mass: number): number {
  const heap: { far: number; weight: number }[] = [];
  let held = 0;
  for (let row = 0; row < far.length; row += 1) {
    const item = { far: far[row] as number, weight: weight[row] as number };
    if (item.weight === 0) continue;
    const top = heap[0];
    if (held >= mass && top !== undefined && item.far >= top.far) continue;
    push(heap, item);
    held += item.weight;
    while (heap[0] !== undefined && held - heap[0].weight >= mass) held -= (pop(heap) as { weight: number }).weight;
  }
  return heap[0]?.far ?? Number.POSITIVE_INFINITY;
}

function push(heap: { far: number; weight: number }[], item: { far: number; weight: number }): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as { far: number; weight: number };
    if (above.far >= item.far) break;
    heap[at] = above;
    heap[parent] = item;
    at = parent;
  }
}

function pop(heap: { far: number; weight: number }[]): { far: number; weight: number } | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1]?.far ?? 0) > (heap[child]?.far ?? 0)) child += 1;
    const below = heap[child] as { far: number; weight: number };
    if (below.far <= last.far) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = last;
  return top;
}
