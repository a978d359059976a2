/** A leaf as the split search sees it: its sums and the range its value must stay in (monotone constraints). */
export interface LeafSums {
  readonly g: number;
  readonly h: number;
  /** Least hessian on each side of a split. */
  readonly least: number;
  readonly low: number;
  readonly high: number;
}

export interface ScanRules {
  readonly l2: number;
  /** Extra smoothing of category statistics, and how many categories may go left. */
  readonly categoryL2: number;
  readonly categorySmoothing: number;
  readonly maxCategories: number;
}

const clip = (value: number, { low, high }: LeafSums) => Math.min(high, Math.max(low, value));

/** What a side gains by its best allowed value; without bounds this is g^2 / (h + l2). */
function sideScore(g: number, h: number, l2: number, leaf: LeafSums): number {
  const value = clip(-g / (h + l2), leaf);
  return -(2 * g * value + (h + l2) * value * value);
}

/** Where results go: [score, bin, missing left, gradient left, hessian left]. */
function answer(cells: Float64Array, out: number, best: readonly number[]): void {
  for (let i = 0; i < 5; i += 1) cells[out + i] = best[i] as number;
}

const NONE = [-1, 0, 0, 0, 0];

/**
 * Numeric split under value bounds and, where `direction` is not 0, with left and right values in that order
 * (the basic method of LightGBM). `only` limits the search to one bin: extremely randomised trees.
 */
export function scanBounded(
  cells: Float64Array,
  hist: number,
  bins: number,
  leaf: LeafSums,
  { l2 }: ScanRules,
  direction: number,
  only: number,
  out: number,
): void {
  const missing = (cells[hist + 1] as number) > 0;
  let best: readonly number[] = NONE;
  for (let side = 0; side < (missing ? 2 : 1); side += 1) {
    let g = side === 1 ? (cells[hist] as number) : 0;
    let h = side === 1 ? (cells[hist + 1] as number) : 0;
    const last = missing && side === 0 ? bins : bins - 1;
    for (let bin = 1; bin < last; bin += 1) {
      g += cells[hist + 2 * bin] as number;
      h += cells[hist + 2 * bin + 1] as number;
      if (h < leaf.least || (only > 0 && bin !== only)) continue;
      const gr = leaf.g - g;
      const hr = leaf.h - h;
      if (hr < leaf.least) break;
      const slope = clip(-gr / (hr + l2), leaf) - clip(-g / (h + l2), leaf);
      if (slope * direction < 0) continue;
      const score = sideScore(g, h, l2, leaf) + sideScore(gr, hr, l2, leaf);
      if (score > (best[0] as number)) best = [score, bin, missing ? side : h + h >= leaf.h ? 1 : 0, g, h];
    }
  }
  answer(cells, out, best);
}

/**
 * Categorical split: bins in the order of their gradient statistic, then the best prefix from either end (Fisher 1958:
 * for squared error the best of all subsets is such a prefix). Sets the bits of the bins that go left in `set`.
 */
export function scanCategories(
  cells: Float64Array,
  hist: number,
  bins: number,
  leaf: LeafSums,
  rules: ScanRules,
  out: number,
  set: Uint32Array,
): void {
  const l2 = rules.l2 + rules.categoryL2;
  const used: number[] = [];
  for (let bin = 0; bin < bins; bin += 1) if ((cells[hist + 2 * bin + 1] as number) > 0) used.push(bin);
  const statistic = (bin: number) =>
    (cells[hist + 2 * bin] as number) / ((cells[hist + 2 * bin + 1] as number) + rules.categorySmoothing);
  const keys = new Map(used.map((bin) => [bin, statistic(bin)]));
  used.sort((a, b) => (keys.get(a) as number) - (keys.get(b) as number) || a - b);
  let best: readonly number[] = NONE;
  let chosen: readonly number[] = [];
  for (let end = 0; end < 2; end += 1) {
    const order = end === 0 ? used : used.slice().reverse();
    let g = 0;
    let h = 0;
    for (let i = 0; i < Math.min(order.length - 1, rules.maxCategories); i += 1) {
      const cell = hist + 2 * (order[i] as number);
      g += cells[cell] as number;
      h += cells[cell + 1] as number;
      if (h < leaf.least) continue;
      const hr = leaf.h - h;
      if (hr < leaf.least) break;
      const score = sideScore(g, h, l2, leaf) + sideScore(leaf.g - g, hr, l2, leaf);
      if (score > (best[0] as number)) {
        const missingSeen = used.includes(0);
        const missingLeft = missingSeen ? order.indexOf(0) >= 0 && order.indexOf(0) <= i : h + h >= leaf.h;
        best = [score, 0, missingLeft ? 1 : 0, g, h];
        chosen = order.slice(0, i + 1);
      }
    }
  }
  set.fill(0);
  for (const bin of chosen) set[bin >> 5] = (set[bin >> 5] as number) | (1 << (bin & 31));
  answer(cells, out, best);
}
