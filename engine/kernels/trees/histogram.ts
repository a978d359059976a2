// Histograms of (gradient, hessian) pairs: 256 bins x 16 bytes = 4096 bytes a feature. Eight features at a time stay
// in the first-level cache; rows are gathered in blocks first, so that cache misses do not stall the additions.

const BLOCK: i32 = 256;

// @ts-ignore: decorator
@inline
function bump(cell: usize, pair: v128): void {
  v128.store(cell, f64x2.add(v128.load(cell), pair));
}

function accumulate8(bins: usize, stride: usize, pairs: usize, n: i32, hist: usize): void {
  const end = pairs + (<usize>n << 4);
  const h1 = hist + 4096;
  const h2 = hist + 8192;
  const h3 = hist + 12288;
  const h4 = hist + 16384;
  const h5 = hist + 20480;
  const h6 = hist + 24576;
  const h7 = hist + 28672;
  while (pairs < end) {
    const pair = v128.load(pairs);
    bump(hist + (<usize>load<u8>(bins) << 4), pair);
    bump(h1 + (<usize>load<u8>(bins, 1) << 4), pair);
    bump(h2 + (<usize>load<u8>(bins, 2) << 4), pair);
    bump(h3 + (<usize>load<u8>(bins, 3) << 4), pair);
    bump(h4 + (<usize>load<u8>(bins, 4) << 4), pair);
    bump(h5 + (<usize>load<u8>(bins, 5) << 4), pair);
    bump(h6 + (<usize>load<u8>(bins, 6) << 4), pair);
    bump(h7 + (<usize>load<u8>(bins, 7) << 4), pair);
    bins += stride;
    pairs += 16;
  }
}

function accumulate1(bins: usize, stride: usize, pairs: usize, n: i32, hist: usize): void {
  const end = pairs + (<usize>n << 4);
  while (pairs < end) {
    bump(hist + (<usize>load<u8>(bins) << 4), v128.load(pairs));
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
