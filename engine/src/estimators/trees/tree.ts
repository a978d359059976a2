import type { BinaryReader, BinaryWriter } from '../../core/binary-format.ts';
import { type Feature, readFeatures, writeFeatures } from './feature.ts';
import type { Link } from './loss.ts';

export const MISSING_LEFT = 1;
export const CATEGORICAL = 2;

/**
 * A decision tree in parallel arrays; node 0 is the root. An inner node's children are `left` and `left + 1`; a leaf has
 * `left` -1. Values up to `cut` go left; for categories `cut` is the place of a set in `sets` (a count of words, then
 * bits, 1 = left). `cover` is the weight that reached the node in training, `gain` what its split brought.
 */
export interface Tree {
  readonly feature: Int32Array;
  readonly flags: Uint8Array;
  readonly cut: Float32Array;
  readonly left: Int32Array;
  readonly value: Float32Array;
  readonly gain: Float32Array;
  readonly cover: Float32Array;
  readonly sets: Int32Array;
}

/** The nodes of a tree while it grows. */
export class TreeNodes {
  readonly feature: number[] = [];
  readonly flags: number[] = [];
  readonly cut: number[] = [];
  readonly left: number[] = [];
  readonly value: number[] = [];
  readonly gain: number[] = [];
  readonly cover: number[] = [];
  readonly sets: number[] = [];

  /** Adds a leaf; its number. */
  add(cover: number): number {
    this.flags.push(MISSING_LEFT);
    this.left.push(-1);
    this.cover.push(cover);
    for (const list of [this.feature, this.cut, this.value, this.gain]) list.push(0);
    return this.left.length - 1;
  }

  /** Adds the set of the levels that go left; its place. */
  addSet(levels: number, lefts: Iterable<number>): number {
    const words = new Int32Array(Math.ceil(levels / 32));
    for (const level of lefts) words[level >> 5] = (words[level >> 5] as number) | (1 << (level & 31));
    return this.sets.push(words.length, ...words) - words.length - 1;
  }

  finish(): Tree {
    return {
      feature: Int32Array.from(this.feature),
      flags: Uint8Array.from(this.flags),
      cut: Float32Array.from(this.cut),
      left: Int32Array.from(this.left),
      value: Float32Array.from(this.value),
      gain: Float32Array.from(this.gain),
      cover: Float32Array.from(this.cover),
      sets: Int32Array.from(this.sets),
    };
  }
}

/** Whether a float32 value goes left at this node. */
export function goesLeft(tree: Tree, node: number, value: number): boolean {
  const flags = tree.flags[node] as number;
  const missingLeft = (flags & MISSING_LEFT) !== 0;
  if (Number.isNaN(value)) return missingLeft;
  const cut = tree.cut[node] as number;
  if ((flags & CATEGORICAL) === 0) return value <= cut;
  if (value >= (tree.sets[cut] as number) * 32) return missingLeft;
  return (((tree.sets[cut + 1 + (value >> 5)] as number) >> (value & 31)) & 1) === 1;
}

/** The leaf a row of float32 values ends in. */
export function leafOf(tree: Tree, row: Float32Array, at = 0): number {
  let node = 0;
  for (let left = tree.left[0] as number; left >= 0; left = tree.left[node] as number) {
    node = goesLeft(tree, node, row[at + (tree.feature[node] as number)] as number) ? left : left + 1;
  }
  return node;
}

export function depthOf(tree: Tree): number {
  const depths = new Int32Array(tree.left.length);
  let deepest = 0;
  // Children always come after their parent.
  for (let node = 0; node < depths.length; node += 1) {
    const left = tree.left[node] as number;
    if (left < 0) continue;
    const depth = (depths[node] as number) + 1;
    depths[left] = depth;
    depths[left + 1] = depth;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

export function writeTree(to: BinaryWriter, tree: Tree): void {
  to.i32s(tree.feature);
  to.u8s(tree.flags);
  to.f32s(tree.cut);
  to.i32s(tree.left);
  to.f32s(tree.value);
  to.f32s(tree.gain);
  to.f32s(tree.cover);
  to.i32s(tree.sets);
}

export function readTree(from: BinaryReader): Tree {
  return {
    feature: from.i32s(),
    flags: from.u8s(),
    cut: from.f32s(),
    left: from.i32s(),
    value: from.f32s(),
    gain: from.f32s(),
    cover: from.f32s(),
    sets: from.i32s(),
  };
}

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
