import type { BinaryWriter } from '../format/binary-writer.ts';
import type { Frame } from '../frame/frame.ts';
import type { Pool } from '../pool/pool.ts';
import type { Random } from '../random/random.ts';
import type { Constraints } from './constraint.ts';

/** What a model can learn. `anomaly` has no target. */
export type Task = 'regression' | 'binary' | 'multiclass' | 'anomaly';

/** Rows to learn from. For `binary` the target is 0 or 1, for `multiclass` the class index. */
export interface TrainingData {
  readonly x: Frame;
  readonly y: Float64Array;
  readonly task: Task;
  /** Number of classes for `multiclass`. */
  readonly classes?: number;
  readonly weight?: Float64Array;
  /** Rows for early stopping; a model that does not stop early ignores them. */
  readonly validation?: { readonly x: Frame; readonly y: Float64Array; readonly weight?: Float64Array };
}

/** Everything from outside a fit may use: the engine has no clock, no threads and no randomness of its own. */
export interface Run {
  readonly random: Random;
  /** Threads, when the caller has some to lend. Without a pool everything runs on the calling thread. */
  readonly pool?: Pool;
  /** Milliseconds of a monotonic clock; with `deadline` it bounds the work. */
  readonly now?: () => number;
  readonly deadline?: number;
  readonly cancelled?: () => boolean;
  readonly progress?: (done: number) => void;
}

/** A learned model: immutable, serialisable, safe to share. */
export interface Fitted {
  /** Regression and anomaly: one value a row. Binary: probability of class 1. Multiclass: rows x classes, row-major. */
  predict(x: Frame): Float64Array;
  write(to: BinaryWriter): void;
}

/** A model family as a value: its parameters are data, so the console shows them and the tuner searches them. */
export interface Estimator<P extends object> {
  /** Stable id, written into every saved model. */
  readonly name: string;
  readonly title: string;
  readonly tasks: readonly Task[];
  readonly params: Constraints<P>;
  fit(data: TrainingData, params: P, run: Run): Promise<Fitted>;
}
