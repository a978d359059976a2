import type { BinaryWriter } from '../core/binary-format.ts';
import type { Run, Task } from '../core/run.ts';
import type { Frame } from '../frame/frame.ts';
import type { Constraints } from './parameters.ts';

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
