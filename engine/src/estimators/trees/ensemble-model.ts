import type { BinaryReader, BinaryWriter } from '../../core/binary-format.ts';
import type { Frame } from '../../frame/frame.ts';
import { checkFeatures } from '../check-training.ts';
import type { Fitted } from '../estimator.ts';
import { encodeFrame } from './feature.ts';
import { Predictor } from './predictor.ts';
import { type Ensemble, readEnsemble, writeEnsemble } from './tree.ts';

/** Rows encoded at once, so that a large frame does not need a second copy of itself. */
const BLOCK = 8192;

/** A learned ensemble of trees. */
export class EnsembleModel implements Fitted {
  readonly ensemble: Ensemble;
  #predictor: Predictor | undefined;

  constructor(ensemble: Ensemble) {
    this.ensemble = ensemble;
  }

  /** For callers that hold rows of float32 in the order of `ensemble.features`. */
  get predictor(): Predictor {
    this.#predictor ??= new Predictor(this.ensemble);
    return this.#predictor;
  }

  predict(x: Frame): Float64Array {
    return this.#blocks(x, (matrix) => this.predictor.answers(matrix));
  }

  /** Sums of tree values before the link, rows x outputs. */
  scores(x: Frame): Float64Array {
    return this.#blocks(x, (matrix) => this.predictor.scores(matrix));
  }

  #blocks(x: Frame, answer: (matrix: Float32Array) => Float64Array): Float64Array {
    checkFeatures(x);
    const outputs = this.ensemble.starts.length;
    const out = new Float64Array(x.rows * outputs);
    for (let begin = 0; begin < x.rows; begin += BLOCK) {
      const end = Math.min(x.rows, begin + BLOCK);
      out.set(answer(encodeFrame(this.ensemble.features, x, begin, end)), begin * outputs);
    }
    return out;
  }

  /** What each feature's splits brought in all, as shares of 1, by column name. */
  importance(): Map<string, number> {
    const { features, trees } = this.ensemble;
    const gains = new Float64Array(features.length);
    for (const tree of trees) {
      tree.left.forEach((left, node) => {
        const feature = tree.feature[node] as number;
        if (left >= 0) gains[feature] = (gains[feature] as number) + (tree.gain[node] as number);
      });
    }
    const total = gains.reduce((sum, gain) => sum + gain, 0);
    const shares = new Map(features.map(({ name }) => [name, 0]));
    features.forEach(({ name }, at) => {
      if (total > 0) shares.set(name, (shares.get(name) as number) + (gains[at] as number) / total);
    });
    return shares;
  }

  write(to: BinaryWriter): void {
    writeEnsemble(to, this.ensemble);
  }
}

export const readEnsembleModel = (from: BinaryReader): EnsembleModel => new EnsembleModel(readEnsemble(from));
