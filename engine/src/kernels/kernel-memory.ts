import { referenceBins, referencePredict } from './reference-bins.ts';
import { referenceGrowth } from './reference-growth.ts';
import type { TreeKernels } from './tree-kernels.ts';
import { treesWasm } from './trees.gen.ts';
import {
  compileModule,
  instantiate,
  sharedMemory,
  WASM_PAGE,
  type WasmMemory,
  type WasmModule,
} from './webassembly.ts';

/** Memory for the kernels: shared and seen by WebAssembly, or a plain buffer for the reference. */
export type KernelMemory =
  | { readonly kind: 'wasm'; readonly memory: WasmMemory; readonly module: WasmModule }
  | { readonly kind: 'reference'; readonly buffer: ArrayBuffer };

let compiled: WasmModule | undefined | 'not tried' = 'not tried';

/** Memory of at least this many bytes, for WebAssembly where the platform has what it needs. */
export function kernelMemory(bytes: number, kind: 'wasm' | 'reference' = 'wasm'): KernelMemory {
  if (kind === 'wasm') {
    if (compiled === 'not tried') compiled = compileModule(treesWasm);
    const memory = compiled === undefined ? undefined : sharedMemory(bytes);
    if (compiled !== undefined && memory !== undefined) return { kind: 'wasm', memory, module: compiled };
  }
  return { kind: 'reference', buffer: new ArrayBuffer(bytes) };
}

export const bufferOf = (memory: KernelMemory): ArrayBufferLike =>
  memory.kind === 'wasm' ? memory.memory.buffer : memory.buffer;

/** Makes room in memory that is used again; what lay in it may be lost. */
export function atLeast(memory: KernelMemory, bytes: number): KernelMemory {
  const missing = bytes - bufferOf(memory).byteLength;
  if (missing <= 0) return memory;
  if (memory.kind === 'reference') return { kind: 'reference', buffer: new ArrayBuffer(bytes) };
  memory.memory.grow(Math.ceil(missing / WASM_PAGE));
  return memory;
}

/** The kernels over this memory. */
export function treeKernels(memory: KernelMemory): TreeKernels {
  if (memory.kind === 'wasm') return instantiate<TreeKernels>(memory.module, memory.memory);
  const { buffer } = memory;
  return { ...referenceBins(buffer), ...referenceGrowth(buffer), ...referencePredict(buffer) };
}
