import type { TreeKernels } from './tree-kernels.ts';

type BinKernels = Pick<TreeKernels, 'makeKeys' | 'countDistinct' | 'sortKeys' | 'assignBins' | 'interleave'>;

/** Reference in TypeScript of engine/kernels/trees/bins.ts. */
export function referenceBins(buffer: ArrayBuffer): BinKernels {
  const bytes = new Uint8Array(buffer);
  const floats = new Float32Array(buffer, 0, buffer.byteLength >>> 2);
  const words = new Uint32Array(buffer, 0, buffer.byteLength >>> 2);
  return {
    makeKeys(values, rows, n, keys) {
      let out = keys >>> 2;
      for (let i = 0; i < n; i += 1) {
        const row = rows === 0 ? i : (words[(rows >>> 2) + i] as number);
        const value = floats[(values >>> 2) + row] as number;
        if (Number.isNaN(value)) continue;
        const word = value === 0 ? 0 : (words[(values >>> 2) + row] as number);
        words[out++] = word >>> 31 === 1 ? ~word : word | 0x80000000;
      }
      return out - (keys >>> 2);
    },
    countDistinct(keys, n, counts) {
      let found = -1;
      let last = -1;
      for (let i = 0; i < n; i += 1) {
        const key = words[(keys >>> 2) + i] as number;
        if (key !== last) {
          found += 1;
          last = key;
          words[(keys >>> 2) + found] = key >>> 31 === 1 ? key & 0x7fffffff : ~key;
          words[(counts >>> 2) + found] = 0;
        }
        words[(counts >>> 2) + found] = (words[(counts >>> 2) + found] as number) + 1;
      }
      return found + 1;
    },
    sortKeys(keys, _scratch, _counts, n) {
      new Uint32Array(buffer, keys, n).sort();
    },
    assignBins(values, n, cuts, out) {
      const from = values >>> 2;
      const cut = cuts >>> 2;
      for (let i = 0; i < n; i += 1) {
        const x = floats[from + i] as number;
        let at = 0;
        for (let step = 128; step >= 1; step >>= 1) if (x > (floats[cut + at + step - 1] as number)) at += step;
        bytes[out + i] = Number.isNaN(x) ? 0 : at + 1;
      }
    },
    interleave(columns, n, features, begin, end, rows, stride) {
      for (let f = 0; f < features; f += 1) {
        for (let r = begin; r < end; r += 1) bytes[rows + r * stride + f] = bytes[columns + f * n + r] as number;
      }
    },
  };
}

type PredictKernels = Pick<TreeKernels, 'predictRow' | 'predictBatch' | 'predictRowAny' | 'predictBatchAny'>;

const MISSING_LEFT = 1;
const CATEGORICAL = 2;

/** Reference in TypeScript of engine/kernels/trees/predict.ts, where the node layout is described. */
export function referencePredict(buffer: ArrayBuffer): PredictKernels {
  const halves = new Uint16Array(buffer, 0, buffer.byteLength >>> 1);
  const words = new Uint32Array(buffer, 0, buffer.byteLength >>> 2);
  const floats = new Float32Array(buffer, 0, buffer.byteLength >>> 2);
  const doubles = new Float64Array(buffer, 0, buffer.byteLength >>> 3);

  const leaf = (nodes: number, root: number, depth: number, row: number, sets: number): number => {
    let node = (nodes >>> 2) + root * 4;
    for (let left = depth; left > 0; left -= 1) {
      const flags = halves[node * 2 + 3] as number;
      const x = floats[(row >>> 2) + (halves[node * 2 + 2] as number)] as number;
      let right = x > (floats[node] as number) ? 1 : 0;
      const otherwise = flags & MISSING_LEFT ? 0 : 1;
      if (Number.isNaN(x)) right = otherwise;
      else if (flags & CATEGORICAL) {
        const set = (sets >>> 2) + (words[node] as number);
        const known = x < (words[set] as number) * 32;
        right = known ? ~((words[set + 1 + (x >> 5)] as number) >> (x & 31)) & 1 : otherwise;
      }
      node = (nodes >>> 2) + ((words[node + 2] as number) + right) * 4;
    }
    return floats[node + 3] as number;
  };
  const predictRowAny: TreeKernels['predictRowAny'] = (nodes, trees, count, row, sets) => {
    let sum = 0;
    for (let t = 0; t < count; t += 1) {
      const tree = (trees >>> 2) + 2 * t;
      sum += leaf(nodes, words[tree] as number, words[tree + 1] as number, row, sets);
    }
    return sum;
  };
  const predictBatchAny: TreeKernels['predictBatchAny'] = (nodes, trees, count, rows, stride, n, out, sets) => {
    for (let t = 0; t < count; t += 1) {
      const tree = (trees >>> 2) + 2 * t;
      for (let i = 0; i < n; i += 1) {
        const cell = (out >>> 3) + i;
        const value = leaf(nodes, words[tree] as number, words[tree + 1] as number, rows + i * stride, sets);
        doubles[cell] = (doubles[cell] as number) + value;
      }
    }
  };
  return {
    predictRow: (nodes, trees, count, row) => predictRowAny(nodes, trees, count, row, 0),
    predictBatch: (nodes, trees, count, rows, stride, n, out) =>
      predictBatchAny(nodes, trees, count, rows, stride, n, out, 0),
    predictRowAny,
    predictBatchAny,
  };
}
