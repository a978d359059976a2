// Histograms of (gradient, hessian) pairs: 256 bins x 16 bytes = 4096 bytes a feature. Eight features at a time stay
// in the first-level cache; rows are gathered in blocks first, so that cache misses do not stall the additions.

const BLOCK: i32 = 256;

function accumulate8(bins: usize, stride: usize, pairs: usize, n: i32, hist: usize): void {
  const end = pairs + (<usize>n << 4);
  let cell: usize;
  while (pairs < end) {
    const pair = v128.load(pairs);
    cell = hist + (<usize>load<u8>(bins, 0) << 4);
    v128.store(cell, f64x2.add(v128.load(cell, 0), pair), 0);
    cell = hist + (<usize>load<u8>(bins, 1) << 4);
    v128.store(cell, f64x2.add(v128.load(cell, 4096), pair), 4096);
    cell = hist + (<usize>load<u8>(bins, 2) << 4);
    v128.store(cell, f64x2.add(v128.load(cell, 8192), pair), 8192);
    cell = hist + (<usize>load<u8>(bins, 3) << 4);
    v128.store(cell, f64x2.add(v128.load(cell, 12288), pair), 12288);
    cell = hist + (<usize>load<u8>(bins, 4) << 4);
    v128.store(cell, f64x2.add(v128.load(cell, 16384), pair), 16384);
    cell = hist + (<usize>load<u8>(bins, 5) << 4);
    v128.store(cell, f64x2.add(v128.load(cell, 20480), pair), 20480);
    cell = hist + (<usize>load<u8>(bins, 6) << 4);
    v128.store(cell, f64x2.add(v128.load(cell, 24576), pair), 24576);
    cell = hist + (<usize>load<u8>(bins, 7) << 4);
    v128.store(cell, f64x2.add(v128.load(cell, 28672), pair), 28672);
    bins += stride;
    pairs += 16;
  }
}

function accumulate1(bins: usize, stride: usize, pairs: usize, n: i32, hist: usize): void {
  const end = pairs + (<usize>n << 4);
  while (pairs < end) {
    const cell = hist + (<usize>load<u8>(bins) << 4);
    v128.store(cell, f64x2.add(v128.load(cell), v128.load(pairs)));
    bins += stride;
    pairs += 16;
  }
}

/** Gradient pairs of a block of rows, widened to f64. */
function gatherPairs(gradients: usize, index: usize, n: i32, pairs: usize): void {
  for (let i = 0; i < n; i++) {
    const row = <usize>load<u32>(index + (<usize>i << 2));
    v128.store(pairs + (<usize>i << 4), f64x2.promote_low_f32x4(v128.load64_zero(gradients + (row << 3))));
  }
}

function widenPairs(gradients: usize, n: i32, pairs: usize): void {
  for (let i = 0; i < n; i++) {
    v128.store(pairs + (<usize>i << 4), f64x2.promote_low_f32x4(v128.load64_zero(gradients + (<usize>i << 3))));
  }
}

function gatherBytes8(rows: usize, stride: usize, index: usize, n: i32, features: usize, bins: usize): void {
  for (let k = 0; k < 8; k++) {
    const base = rows + <usize>load<u32>(features + (<usize>k << 2));
    for (let i = 0; i < n; i++) {
      const row = <usize>load<u32>(index + (<usize>i << 2));
      store<u8>(bins + (<usize>i << 3) + <usize>k, load<u8>(base + row * stride));
    }
  }
}

function gatherWords(base: usize, stride: usize, index: usize, n: i32, bins: usize): void {
  for (let i = 0; i < n; i++) {
    store<u64>(bins + (<usize>i << 3), load<u64>(base + <usize>load<u32>(index + (<usize>i << 2)) * stride));
  }
}

/**
 * Adds the rows of `index` (or, when `whole` is set, rows 0 to n - 1 as they lie) to the histograms of positions
 * [from, to) of the feature list. `scratch` is this thread's own: 256 pairs and 256 x 8 bins.
 */
export function histogram(
  rows: usize, stride: usize, gradients: usize, index: usize, n: i32, whole: i32,
  features: usize, from: i32, to: i32, hist: usize, scratch: usize,
): void {
  const bins = scratch + <usize>BLOCK * 16;
  for (let begin = 0; begin < n; begin += BLOCK) {
    const count = min(BLOCK, n - begin);
    const block = index + (<usize>begin << 2);
    if (whole) widenPairs(gradients + (<usize>begin << 3), count, scratch);
    else gatherPairs(gradients, block, count, scratch);
    let p = from;
    for (; p + 8 <= to; p += 8) {
      const list = features + (<usize>p << 2);
      const first = load<u32>(list);
      const slice = hist + (<usize>p << 12);
      if (load<u32>(list, 28) - first != 7) {
        gatherBytes8(rows, stride, block, count, list, bins);
        accumulate8(bins, 8, scratch, count, slice);
      } else if (whole) {
        accumulate8(rows + <usize>begin * stride + <usize>first, stride, scratch, count, slice);
      } else {
        gatherWords(rows + <usize>first, stride, block, count, bins);
        accumulate8(bins, 8, scratch, count, slice);
      }
    }
    for (; p < to; p++) {
      const feature = <usize>load<u32>(features + (<usize>p << 2));
      const slice = hist + (<usize>p << 12);
      if (whole) {
        accumulate1(rows + <usize>begin * stride + feature, stride, scratch, count, slice);
      } else {
        const base = rows + feature;
        for (let i = 0; i < count; i++) {
          store<u8>(bins + <usize>i, load<u8>(base + <usize>load<u32>(block + (<usize>i << 2)) * stride));
        }
        accumulate1(bins, 1, scratch, count, slice);
      }
    }
  }
}

/** Empties the used bins of positions [from, to). */
export function clearHistogram(hist: usize, bins: usize, from: i32, to: i32): void {
  for (let p = from; p < to; p++) memory.fill(hist + (<usize>p << 12), 0, <usize>load<u32>(bins + (<usize>p << 2)) << 4);
}
