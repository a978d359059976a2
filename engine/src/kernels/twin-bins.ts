import type { TreeKernels } from './tree-kernels.ts';

type BinKernels = Pick<TreeKernels, 'makeKeys' | 'countDistinct' | 'sortKeys' | 'assignBins' | 'interleave'>;

/** TypeScript twin of engine/kernels/trees/bins.ts. */
export function twinBins(buffer: ArrayBuffer): BinKernels {
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
