import type { Frame } from '../../frame/frame.ts';
import { encodeFrame, type Feature } from './feature.ts';
import { type LossSpec, linkOf } from './loss.ts';
import { applyLink, type Ensemble, leafOf, type Tree } from './tree.ts';

interface WatchedRows {
  readonly x: Frame;
  readonly y: Float64Array;
  readonly weight?: Float64Array;
}

const LEAST = 1e-15;

/** Loss of one row by its answer (not its score). */
function lossOf({ name, parameter }: LossSpec, answers: Float64Array, at: number, y: number): number {
  const p = answers[at] as number;
  const error = y - p;
  switch (name) {
    case 'squared':
      return error * error;
    case 'absolute':
      return Math.abs(error);
    case 'huber': {
      const size = Math.abs(error);
      return size <= parameter ? (size * size) / 2 : parameter * (size - parameter / 2);
    }
    case 'quantile':
      return error >= 0 ? parameter * error : (parameter - 1) * error;
    case 'poisson':
      return p - y * Math.log(Math.max(p, LEAST));
    case 'gamma':
      return y / Math.max(p, LEAST) + Math.log(Math.max(p, LEAST));
    case 'tweedie':
      return p ** (2 - parameter) / (2 - parameter) - (y * p ** (1 - parameter)) / (1 - parameter);
    case 'logistic':
      return -Math.log(Math.max(LEAST, y === 1 ? p : 1 - p));
    case 'multinomial':
      return -Math.log(Math.max(LEAST, answers[at + y] as number));
  }
}

/** Follows the loss on rows that were not learned from, and says when it has stopped falling. */
export class Watcher {
  readonly #matrix: Float32Array;
  readonly #scores: Float64Array;
  readonly #rows: WatchedRows;
  readonly #loss: LossSpec;
  readonly #patience: number;
  readonly #width: number;
  readonly #outputs: number;
  #rounds = 0;
  #best = Number.POSITIVE_INFINITY;
  #bestRounds = 0;

  constructor(features: readonly Feature[], rows: WatchedRows, scores: Float64Array, loss: LossSpec, patience: number) {
    this.#matrix = encodeFrame(features, rows.x);
    this.#scores = scores;
    this.#rows = rows;
    this.#loss = loss;
    this.#patience = patience;
    this.#width = features.length;
    this.#outputs = scores.length / rows.x.rows;
  }

  /** Takes in the trees of one round; true when `patience` rounds brought nothing better. */
  stopsAfter(trees: readonly Tree[]): boolean {
    this.#rounds += 1;
    trees.forEach((tree, output) => {
      for (let row = 0; row < this.#rows.x.rows; row += 1) {
        const at = row * this.#outputs + output;
        const leaf = leafOf(tree, this.#matrix, row * this.#width);
        this.#scores[at] = (this.#scores[at] as number) + (tree.value[leaf] as number);
      }
    });
    const loss = this.#meanLoss();
    if (loss < this.#best) {
      this.#best = loss;
      this.#bestRounds = this.#rounds;
    }
    return this.#rounds - this.#bestRounds >= this.#patience;
  }

  bestRounds(): number {
    return this.#bestRounds;
  }

  #meanLoss(): number {
    const { y, weight } = this.#rows;
    const answers = this.#scores.slice();
    const link: Ensemble['link'] = linkOf(this.#loss.name);
    let sum = 0;
    let total = 0;
    for (let row = 0; row < y.length; row += 1) {
      applyLink(link, answers, row * this.#outputs, this.#outputs);
      const w = weight === undefined ? 1 : (weight[row] as number);
      sum += w * lossOf(this.#loss, answers, row * this.#outputs, y[row] as number);
      total += w;
    }
    return sum / total;
  }
}
