import { vectorsWasm } from './vectors.gen.ts';
import { compileModule, instantiate, sharedMemory, type WasmModule } from './webassembly.ts';

/** Dot products of a query with rows of 8-bit codes, over byte offsets into one memory; see engine/kernels/vectors. */
export interface VectorKernels {
  dots(codes: number, stride: number, query: number, from: number, to: number, out: number): void;
}

export interface VectorMemory {
  readonly buffer: ArrayBufferLike;
  readonly kernels: VectorKernels;
}

let compiled: WasmModule | undefined | 'not tried' = 'not tried';

/**
 * Memory of this many bytes with the kernels over it: WebAssembly where the platform has what it needs, else the
 * reference.
 */
export function vectorMemory(bytes: number, kind: 'wasm' | 'reference'): VectorMemory {
  if (kind === 'wasm') {
    if (compiled === 'not tried') compiled = compileModule(vectorsWasm);
    const memory = compiled === undefined ? undefined : sharedMemory(bytes);
    if (compiled !== undefined && memory !== undefined)
      return { buffer: memory.buffer, kernels: instantiate<VectorKernels>(compiled, memory) };
  }
  const buffer = new ArrayBuffer(bytes);
  return { buffer, kernels: referenceDots(buffer) };
}

/** The same numbers without WebAssembly. */
function referenceDots(buffer: ArrayBuffer): VectorKernels {
  const bytes = new Int8Array(buffer);
  return {
    dots(codes, stride, query, from, to, out) {
      const sums = new Int32Array(buffer, out);
      for (let row = from; row < to; row += 1) {
        const start = codes + row * stride;
        let sum = 0;
        for (let i = 0; i < stride; i += 1) sum += (bytes[start + i] as number) * (bytes[query + i] as number);
        sums[row] = sum;
      }
    },
  };
}
