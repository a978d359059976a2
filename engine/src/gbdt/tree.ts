import type { BinaryReader } from '../format/binary-reader.ts';
import type { BinaryWriter } from '../format/binary-writer.ts';

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
