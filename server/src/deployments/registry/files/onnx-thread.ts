/** Entry of the thread that writes one model as ONNX; bundled into a file of its own. */

import { parentPort, workerData } from 'node:worker_threads';
import { exportOnnx, readModel } from '@almanac/engine';

export interface OnnxOrder {
  readonly files: readonly Uint8Array[];
  readonly weights: readonly number[];
  readonly notes: Readonly<Record<string, string>>;
}

const { files, weights, notes } = workerData as OnnxOrder;
const members = files.map((file, number) => ({ ...readModel(file), weight: weights[number] ?? 0 }));
parentPort?.postMessage(exportOnnx(members, notes));
