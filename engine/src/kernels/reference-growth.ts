import type { TreeKernels } from './tree-kernels.ts';

type GrowthKernels = Pick<
  TreeKernels,
  | 'histogram'
  | 'addHistogram'
  | 'subtractHistogram'
  | 'clearHistogram'
  | 'scanAll'
  | 'partition'
  | 'placePart'
  | 'addLeafValues'
  | 'squaredGradients'
>;

/** Reference in TypeScript of the growing kernels in engine/kernels/trees: the same additions in the same order. */
export function referenceGrowth(buffer: ArrayBuffer): GrowthKernels {
  const bytes = new Uint8Array(buffer);
  const words = new Uint32Array(buffer, 0, buffer.byteLength >>> 2);
  const floats = new Float32Array(buffer, 0, buffer.byteLength >>> 2);
  const doubles = new Float64Array(buffer, 0, buffer.byteLength >>> 3);
  return {
    histogram(rows, stride, gradients, index, n, whole, features, from, to, hist) {
      for (let p = from; p < to; p += 1) {
        const column = rows + (words[(features >>> 2) + p] as number);
        const slice = (hist >>> 3) + p * 512;
        for (let i = 0; i < n; i += 1) {
          const row = whole ? i : (words[(index >>> 2) + i] as number);
          const cell = slice + 2 * (bytes[column + row * stride] as number);
          const pair = (gradients >>> 2) + 2 * row;
          doubles[cell] = (doubles[cell] as number) + (floats[pair] as number);
          doubles[cell + 1] = (doubles[cell + 1] as number) + (floats[pair + 1] as number);
        }
      }
    },
    addHistogram(target, part, bins, from, to) {
      for (let p = from; p < to; p += 1) {
        const a = (target >>> 3) + p * 512;
        const b = (part >>> 3) + p * 512;
        const cells = 2 * (words[(bins >>> 2) + p] as number);
        for (let i = 0; i < cells; i += 1) doubles[a + i] = (doubles[a + i] as number) + (doubles[b + i] as number);
      }
    },
    subtractHistogram(larger, smaller, bins, from, to) {
      for (let p = from; p < to; p += 1) {
        const a = (larger >>> 3) + p * 512;
        const b = (smaller >>> 3) + p * 512;
        const cells = 2 * (words[(bins >>> 2) + p] as number);
        for (let i = 0; i < cells; i += 1) doubles[a + i] = (doubles[a + i] as number) - (doubles[b + i] as number);
      }
    },
    clearHistogram(hist, bins, from, to) {
      for (let p = from; p < to; p += 1) {
        const start = (hist >>> 3) + p * 512;
        doubles.fill(0, start, start + 2 * (words[(bins >>> 2) + p] as number));
      }
    },
    scanAll(hist, bins, list, kinds, from, to, g, h, l2, least, results) {
      for (let p = from; p < to; p += 1) {
        if (bytes[kinds + (words[(list >>> 2) + p] as number)] !== 0) continue;
        const count = words[(bins >>> 2) + p] as number;
        scanSplits(doubles, (hist >>> 3) + p * 512, count, g, h, l2, least, (results >>> 3) + p * 5);
      }
    },
    partition(index, n, column, table, scratch) {
      let left = scratch >>> 2;
      let right = (scratch >>> 2) + n - 1;
      for (let i = 0; i < n; i += 1) {
        const row = words[(index >>> 2) + i] as number;
        if (bytes[table + (bytes[column + row] as number)] === 1) words[left++] = row;
        else words[right--] = row;
      }
      return left - (scratch >>> 2);
    },
    placePart(scratch, n, lefts, leftTo, rightTo) {
      words.copyWithin(leftTo >>> 2, scratch >>> 2, (scratch >>> 2) + lefts);
      const last = (scratch >>> 2) + n - 1;
      for (let i = 0; i < n - lefts; i += 1) words[(rightTo >>> 2) + i] = words[last - i] as number;
    },
    addLeafValues(index, n, scores, every, value) {
      for (let i = 0; i < n; i += 1) {
        const cell = (scores >>> 3) + (words[(index >>> 2) + i] as number) * every;
        doubles[cell] = (doubles[cell] as number) + value;
      }
    },
    squaredGradients(scores, targets, weights, begin, end, out) {
      for (let i = begin; i < end; i += 1) {
        const residual = (doubles[(scores >>> 3) + i] as number) - (doubles[(targets >>> 3) + i] as number);
        const weight = weights === 0 ? 1 : (doubles[(weights >>> 3) + i] as number);
        floats[(out >>> 2) + 2 * i] = residual * weight;
        floats[(out >>> 2) + 2 * i + 1] = weight;
      }
    },
  };
}

/** Reference of `scanSplits` in engine/kernels/trees/split.ts, over a view of doubles; positions count doubles. */
function scanSplits(
  cells: Float64Array,
  hist: number,
  bins: number,
  g: number,
  h: number,
  l2: number,
  least: number,
  out: number,
): void {
  const missingG = cells[hist] as number;
  const missingH = cells[hist + 1] as number;
  let bestTop = -1;
  let bestBottom = 1;
  let bestBin = 0;
  let bestSide = 0;
  let bestG = 0;
  let bestH = 0;
  const offer = (gl: number, hl: number, gr: number, hr: number, bin: number, side: number) => {
    const a = hl + l2;
    const b = hr + l2;
    const top = gl * gl * b + gr * gr * a;
    const bottom = a * b;
    if (!(top * bestBottom > bestTop * bottom)) return;
    bestTop = top;
    bestBottom = bottom;
    bestBin = bin;
    bestSide = side;
    bestG = gl;
    bestH = hl;
  };
  for (let side = 0; side < (missingH > 0 ? 2 : 1); side += 1) {
    let gl = side === 0 ? 0 : missingG;
    let hl = side === 0 ? 0 : missingH;
    for (let bin = 1; bin < bins - 1; bin += 1) {
      gl += cells[hist + 2 * bin] as number;
      hl += cells[hist + 2 * bin + 1] as number;
      const hr = h - hl;
      if (hl < least || hr < least) continue;
      offer(gl, hl, g - gl, hr, bin, side);
    }
  }
  if (missingH > 0) {
    const hl = h - missingH;
    if (hl >= least && missingH >= least) offer(g - missingG, hl, missingG, missingH, bins - 1, 0);
  } else if (bestTop >= 0) {
    bestSide = bestH + bestH >= h ? 1 : 0;
  }
  cells[out] = bestTop < 0 ? -1 : bestTop / bestBottom;
  cells[out + 1] = bestBin;
  cells[out + 2] = bestSide;
  cells[out + 3] = bestG;
  cells[out + 4] = bestH;
}
