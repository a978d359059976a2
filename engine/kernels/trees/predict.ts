// Walks over flat trees. A node is 16 bytes: cut (f32), feature (u16), flags (u16), first child (i32), value (f32). The second
// child follows the first; a leaf is its own first child under an infinite cut, so a walk may run on past it. Trees come in
// order of depth, each with its root and depth in `trees` (2 x i32). Sums follow the order of the trees in every variant.

const MISSING_LEFT: u32 = 1;
const CATEGORICAL: u32 = 2;

// @ts-ignore: decorator
@inline
function next(nodes: usize, node: usize, row: usize): usize {
  const x = load<f32>(row + (<usize>load<u16>(node, 4) << 2));
  return nodes + (<usize>(load<u32>(node, 8) + u32(x > load<f32>(node))) << 4);
}

/** One row without missing values or categories, four trees at a time. */
export function predictRow(nodes: usize, trees: usize, count: i32, row: usize): f64 {
  let sum: f64 = 0;
  let t = 0;
  for (; t + 4 <= count; t += 4) {
    const tree = trees + (<usize>t << 3);
    let a = nodes + (<usize>load<u32>(tree) << 4);
    let b = nodes + (<usize>load<u32>(tree, 8) << 4);
    let c = nodes + (<usize>load<u32>(tree, 16) << 4);
    let d = nodes + (<usize>load<u32>(tree, 24) << 4);
    for (let depth = load<i32>(tree, 28); depth > 0; depth--) {
      a = next(nodes, a, row);
      b = next(nodes, b, row);
      c = next(nodes, c, row);
      d = next(nodes, d, row);
    }
    sum += <f64>load<f32>(a, 12);
    sum += <f64>load<f32>(b, 12);
    sum += <f64>load<f32>(c, 12);
    sum += <f64>load<f32>(d, 12);
  }
  for (; t < count; t++) {
    const tree = trees + (<usize>t << 3);
    let a = nodes + (<usize>load<u32>(tree) << 4);
    for (let depth = load<i32>(tree, 4); depth > 0; depth--) a = next(nodes, a, row);
    sum += <f64>load<f32>(a, 12);
  }
  return sum;
}

/** Rows without missing values or categories, four at a time; adds to `out` (f64, one a row). */
export function predictBatch(nodes: usize, trees: usize, count: i32, rows: usize, stride: usize, n: i32, out: usize): void {
  for (let t = 0; t < count; t++) {
    const tree = trees + (<usize>t << 3);
    const root = nodes + (<usize>load<u32>(tree) << 4);
    const depth = load<i32>(tree, 4);
    let row = rows;
    let i = 0;
    for (; i + 4 <= n; i += 4) {
      const row1 = row + stride;
      const row2 = row1 + stride;
      const row3 = row2 + stride;
      let a = root;
      let b = root;
      let c = root;
      let d = root;
      for (let left = depth; left > 0; left--) {
        a = next(nodes, a, row);
        b = next(nodes, b, row1);
        c = next(nodes, c, row2);
        d = next(nodes, d, row3);
      }
      const cell = out + (<usize>i << 3);
      store<f64>(cell, load<f64>(cell) + <f64>load<f32>(a, 12));
      store<f64>(cell, load<f64>(cell, 8) + <f64>load<f32>(b, 12), 8);
      store<f64>(cell, load<f64>(cell, 16) + <f64>load<f32>(c, 12), 16);
      store<f64>(cell, load<f64>(cell, 24) + <f64>load<f32>(d, 12), 24);
      row = row3 + stride;
    }
    for (; i < n; i++) {
      let a = root;
      for (let left = depth; left > 0; left--) a = next(nodes, a, row);
      const cell = out + (<usize>i << 3);
      store<f64>(cell, load<f64>(cell) + <f64>load<f32>(a, 12));
      row += stride;
    }
  }
}

// @ts-ignore: decorator
@inline
function nextAny(nodes: usize, node: usize, row: usize, sets: usize): usize {
  const flags = <u32>load<u16>(node, 6);
  const x = load<f32>(row + (<usize>load<u16>(node, 4) << 2));
  let right: u32;
  if (x != x) right = flags & MISSING_LEFT ? 0 : 1;
  else if (flags & CATEGORICAL) {
    const set = sets + (<usize>load<u32>(node) << 2);
    const code = <u32>x;
    const known = code < load<u32>(set) << 5;
    right = known ? ~(load<u32>(set + (<usize>(code >> 5) << 2), 4) >> (code & 31)) & 1 : flags & MISSING_LEFT ? 0 : 1;
  } else right = u32(x > load<f32>(node));
  return nodes + (<usize>(load<u32>(node, 8) + right) << 4);
}

/** One row of any kind. A category set is a word count followed by its bits (1 = left); codes beyond it go the missing way. */
export function predictRowAny(nodes: usize, trees: usize, count: i32, row: usize, sets: usize): f64 {
  let sum: f64 = 0;
  for (let t = 0; t < count; t++) {
    const tree = trees + (<usize>t << 3);
    let a = nodes + (<usize>load<u32>(tree) << 4);
    for (let depth = load<i32>(tree, 4); depth > 0; depth--) a = nextAny(nodes, a, row, sets);
    sum += <f64>load<f32>(a, 12);
  }
  return sum;
}

/** Rows of any kind; adds to `out`. */
export function predictBatchAny(
  nodes: usize, trees: usize, count: i32, rows: usize, stride: usize, n: i32, out: usize, sets: usize,
): void {
  for (let t = 0; t < count; t++) {
    const tree = trees + (<usize>t << 3);
    const root = nodes + (<usize>load<u32>(tree) << 4);
    const depth = load<i32>(tree, 4);
    let row = rows;
    for (let i = 0; i < n; i++) {
      let a = root;
      for (let left = depth; left > 0; left--) a = nextAny(nodes, a, row, sets);
      const cell = out + (<usize>i << 3);
      store<f64>(cell, load<f64>(cell) + <f64>load<f32>(a, 12));
      row += stride;
    }
  }
}
