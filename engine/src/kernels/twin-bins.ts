import type { TreeKernels } from './tree-kernels.ts';

type BinKernels = Pick<TreeKernels, 'sortKeys' | 'assignBins' | 'interleave'>;

/** TypeScript twin of engine/kernels/trees/bins.ts. */
export function twinBins(buffer: ArrayBuffer): BinKernels {
  const bytes = new Uint8Array(buffer);
  const floats = new Float32Array(buffer, 0, buffer.byteLength >>> 2);
  return {
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
