import { lowerBound } from '../../core/linear-algebra.ts';

/** Training rows as points: rows x width, row-major. */
export interface Points {
  readonly width: number;
  readonly cells: Float64Array;
  readonly weight: Float64Array;
}

/** A neighbour and how much of the mass asked for it makes up. */
export interface Neighbour {
  readonly row: number;
  readonly share: number;
}

interface PointIndex {
  /**
   * The nearest rows that together weigh `mass`. Neighbours are counted by weight, and rows at the same distance share
   * what is left, so that neither the order of rows nor writing a row twice instead of weighing it 2 changes an answer.
   */
  nearest(query: Float64Array, mass: number): Neighbour[];
}

/** Power iterations: the axis only has to be good, not exact. */
const ROUNDS = 12;

/** Direction in which the points spread most: the further apart two points are on it, the further apart they are. */
function widestAxis({ width, cells }: Points): Float64Array {
  const rows = width === 0 ? 0 : cells.length / width;
  let axis = new Float64Array(width).fill(1 / Math.sqrt(Math.max(1, width)));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float64Array(width);
    for (let row = 0; row < rows; row += 1) {
      const at = row * width;
      let along = 0;
      for (let j = 0; j < width; j += 1) along += (cells[at + j] as number) * (axis[j] as number);
      for (let j = 0; j < width; j += 1) next[j] = (next[j] as number) + along * (cells[at + j] as number);
    }
    const length = Math.sqrt(next.reduce((sum, value) => sum + value * value, 0));
    if (!(length > 0)) break;
    axis = next.map((value) => value / length);
  }
  return axis;
}

const along = (axis: Float64Array, cells: Float64Array, at: number) => {
  let sum = 0;
  for (let j = 0; j < axis.length; j += 1) sum += (axis[j] as number) * (cells[at + j] as number);
  return sum;
};

/**
 * Points sorted along their widest axis: a search walks outwards from the query and stops when the axis alone is too
 * far.
 */
export function pointIndex(points: Points): PointIndex {
  const { width, weight } = points;
  const axis = widestAxis(points);
  const places = weight.map((_, row) => along(axis, points.cells, row * width));
  const order = Int32Array.from(weight.keys())
    .filter((row) => (weight[row] as number) > 0)
    .sort((a, b) => (places[a] as number) - (places[b] as number) || a - b);
  const sorted = Float64Array.from(order, (row) => places[row] as number);
  const cells = new Float64Array(order.length * width);
  order.forEach((row, at) => {
    cells.set(points.cells.subarray(row * width, (row + 1) * width), at * width);
  });

  /** Squared distance, given up as soon as it exceeds `reach`. */
  const distance = (at: number, query: Float64Array, reach: number): number => {
    let sum = 0;
    for (let j = 0, cell = at * width; j < width; j += 1, cell += 1) {
      const gap = (cells[cell] as number) - (query[j] as number);
      sum += gap * gap;
      if (sum > reach) return sum;
    }
    return sum;
  };

  return {
    nearest(query, mass) {
      const place = along(axis, query, 0);
      const heap = new MassHeap(mass);
      let right = lowerBound(sorted, place);
      let left = right - 1;
      const seen: Candidate[] = [];
      for (;;) {
        const leftGap = left >= 0 ? place - (sorted[left] as number) : Number.POSITIVE_INFINITY;
        const rightGap = right < sorted.length ? (sorted[right] as number) - place : Number.POSITIVE_INFINITY;
        const gap = Math.min(leftGap, rightGap);
        // The slack covers the rounding of projections.
        if (gap === Number.POSITIVE_INFINITY || gap * gap > heap.reach * (1 + 1e-9) + 1e-12) break;
        const at = leftGap <= rightGap ? left-- : right++;
        const far = distance(at, query, heap.reach);
        if (far > heap.reach) continue;
        const row = order[at] as number;
        const candidate = { row, far, weight: weight[row] as number };
        seen.push(candidate);
        heap.push(candidate);
      }
      return sharedDistance(seen, heap.reach, mass);
    },
  };
}

/** Everyone nearer than the reach in full; those exactly at it share what is left of the mass. */
function sharedDistance(seen: readonly Candidate[], reach: number, mass: number): Neighbour[] {
  const inside = seen.filter(({ far }) => far < reach);
  const edge = seen.filter(({ far }) => far === reach);
  const held = inside.reduce((sum, { weight }) => sum + weight, 0);
  const rim = edge.reduce((sum, { weight }) => sum + weight, 0);
  const part = rim === 0 ? 0 : Math.min(1, (mass - held) / rim);
  return [
    ...inside.map(({ row, weight }) => ({ row, share: weight })),
    ...edge.map(({ row, weight }) => ({ row, share: weight * part })),
  ].sort((a, b) => a.row - b.row);
}

interface Candidate {
  readonly row: number;
  /** Squared distance. */
  readonly far: number;
  readonly weight: number;
}

/** Keeps the nearest candidates that are needed to reach a mass, the furthest on top. */
class MassHeap {
  readonly #mass: number;
  readonly #items: Candidate[] = [];
  #held = 0;

  constructor(mass: number) {
    this.#mass = mass;
  }

  /** The distance within which the mass is reached; infinite as long as it is not. */
  get reach(): number {
    return this.#held >= this.#mass ? (this.#items[0] as Candidate).far : Number.POSITIVE_INFINITY;
  }

  push(item: Candidate): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as Candidate;
      if (above.far >= item.far) break;
      items[at] = above;
      items[parent] = item;
      at = parent;
    }
    this.#held += item.weight;
    while (items[0] !== undefined && this.#held - items[0].weight >= this.#mass) {
      this.#held -= items[0].weight;
      this.#pop();
    }
  }

  #pop(): void {
    const items = this.#items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && (items[child + 1] as Candidate).far > (items[child] as Candidate).far) child += 1;
      const below = items[child] as Candidate;
      if (below.far <= last.far) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
  }
}
