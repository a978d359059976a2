/**
 * The part of the WebAssembly interface the engine uses; declared here because the engine sees neither DOM nor Node
 * types.
 */
export interface WasmModule {
  readonly compiled?: never;
}

export interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

interface WasmInstance {
  readonly exports: object;
}

interface WasmNamespace {
  Module: new (bytes: Uint8Array) => WasmModule;
  Memory: new (options: { initial: number; maximum: number; shared: true }) => WasmMemory;
  Instance: new (module: WasmModule, imports: { env: { memory: WasmMemory } }) => WasmInstance;
}

const namespace = (globalThis as { WebAssembly?: WasmNamespace }).WebAssembly;

export const WASM_PAGE = 65536;
const MAX_PAGES = 65536;

/** Shared memory of at least this size, or undefined where the platform has none. */
export function sharedMemory(bytes: number): WasmMemory | undefined {
  if (namespace === undefined || typeof SharedArrayBuffer === 'undefined') return undefined;
  const initial = Math.max(1, Math.ceil(bytes / WASM_PAGE));
  if (initial > MAX_PAGES) return undefined;
  try {
    return new namespace.Memory({ initial, maximum: MAX_PAGES, shared: true });
  } catch {
    return undefined;
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decodeBase64(text: string): Uint8Array {
  const value = new Uint8Array(128);
  for (let i = 0; i < 64; i += 1) value[ALPHABET.charCodeAt(i)] = i;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const at = (i: number) => value[text.charCodeAt(i)] as number;
  for (let i = 0, out = 0; i < text.length; i += 4, out += 3) {
    const word = (at(i) << 18) | (at(i + 1) << 12) | (at(i + 2) << 6) | at(i + 3);
    bytes[out] = word >> 16;
    bytes[out + 1] = word >> 8;
    bytes[out + 2] = word;
  }
  return bytes;
}

/** Compiles embedded bytes; undefined where WebAssembly, its SIMD or its threads are missing. */
export function compileModule(base64: string): WasmModule | undefined {
  if (namespace === undefined) return undefined;
  try {
    return new namespace.Module(decodeBase64(base64));
  } catch {
    return undefined;
  }
}

/** Exports of a module over this memory. `E` is what the kernel sources declare. */
export function instantiate<E extends object>(module: WasmModule, memory: WasmMemory): E {
  if (namespace === undefined) throw new Error('WebAssembly is missing; use the reference kernels.');
  return new namespace.Instance(module, { env: { memory } }).exports as E;
}
