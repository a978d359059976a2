import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Fetched by scripts/test-tools.js. */
const HOME = join(import.meta.dirname, '..', '..', '.cache', 'onnxruntime');

interface Tensor {
  readonly data: Float32Array | BigInt64Array;
}

interface OnnxRuntime {
  readonly InferenceSession: {
    create(
      file: Uint8Array,
    ): Promise<{ run(feeds: { readonly x: Tensor }): Promise<Readonly<Record<string, Tensor>>> }>;
  };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

/** Null where it could not be installed. */
export const onnxRuntime: OnnxRuntime | null = existsSync(join(HOME, 'node_modules', 'onnxruntime-node'))
  ? createRequire(join(HOME, 'package.json'))('onnxruntime-node')
  : null;
