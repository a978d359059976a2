import type { BinaryReader } from '../format/binary-reader.ts';
import type { BinaryWriter } from '../format/binary-writer.ts';
import { type Feature, readFeatures, writeFeatures } from './feature.ts';
import type { Link } from './loss.ts';
import { readTree, type Tree, writeTree } from './tree.ts';

/**
 * Trees whose values add up. Tree i belongs to output i modulo `starts.length`; the score of an output is its start
 * plus the values of its trees, times `scale` (1 for boosting, 1 / trees for forests), and `link` makes it an answer.
 */
export interface Ensemble {
  readonly features: readonly Feature[];
  readonly trees: readonly Tree[];
  readonly starts: Float64Array;
  readonly scale: number;
  readonly link: Link | 'normalise' | 'isolation';
}

const LINKS: readonly Ensemble['link'][] = ['identity', 'log', 'logit', 'softmax', 'normalise', 'isolation'];
const VERSION = 1;

export function writeEnsemble(to: BinaryWriter, ensemble: Ensemble): void {
  to.u8(VERSION);
  writeFeatures(to, ensemble.features);
  to.f64s(ensemble.starts);
  to.f64(ensemble.scale);
  to.u8(LINKS.indexOf(ensemble.link));
  to.u32(ensemble.trees.length);
  for (const tree of ensemble.trees) writeTree(to, tree);
}

export function readEnsemble(from: BinaryReader): Ensemble {
  from.u8();
  const features = readFeatures(from);
  const starts = from.f64s();
  const scale = from.f64();
  const link = LINKS[from.u8()] ?? 'identity';
  const trees = Array.from({ length: from.u32() }, () => readTree(from));
  return { features, trees, starts, scale, link };
}

/** Turns the scores of one row, in place, into answers. */
export function applyLink(link: Ensemble['link'], scores: Float64Array, at: number, outputs: number): void {
  if (link === 'identity') return;
  if (link === 'softmax' || link === 'normalise') {
    toChances(link, scores, at, outputs);
    return;
  }
  const score = scores[at] as number;
  if (link === 'log') scores[at] = Math.exp(score);
  else if (link === 'logit') scores[at] = 1 / (1 + Math.exp(-score));
  else scores[at] = 2 ** -score;
}

function toChances(link: 'softmax' | 'normalise', scores: Float64Array, at: number, outputs: number): void {
  if (outputs === 1) {
    scores[at] = Math.min(1, Math.max(0, scores[at] as number));
    return;
  }
  let top = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < outputs; k += 1) top = Math.max(top, scores[at + k] as number);
  let sum = 0;
  for (let k = 0; k < outputs; k += 1) {
    const score = scores[at + k] as number;
    const part = link === 'softmax' ? Math.exp(score - top) : Math.min(1, Math.max(0, score));
    scores[at + k] = part;
    sum += part;
  }
  for (let k = 0; k < outputs; k += 1) scores[at + k] = sum > 0 ? (scores[at + k] as number) / sum : 1 / outputs;
}
