// Best cut of a numeric feature from its histogram. Scores are compared as fractions: no division inside the scan.

// @ts-ignore: decorator
@inline
const MISSING_LEFT: f64 = 1;

/** larger -= smaller, over `bins` cells of each position in [from, to). */
export function subtractHistogram(larger: usize, smaller: usize, bins: usize, from: i32, to: i32): void {
  for (let p = from; p < to; p++) {
    let a = larger + (<usize>p << 12);
    let b = smaller + (<usize>p << 12);
    const end = a + (<usize>load<u32>(bins + (<usize>p << 2)) << 4);
    for (; a < end; a += 16, b += 16) v128.store(a, f64x2.sub(v128.load(a), v128.load(b)));
  }
}

/**
 * Scans one feature and writes [score, bin, missing left, gradient left, hessian left] as f64 to `out`; the score is
 * GL^2 / (HL + l2) + GR^2 / (HR + l2), or -1 when no cut leaves `least` hessian on both sides. Values up to the bin go left.
 */
export function scanSplits(hist: usize, bins: i32, g: f64, h: f64, l2: f64, least: f64, out: usize): void {
  const missingG = load<f64>(hist);
  const missingH = load<f64>(hist, 8);
  let bestTop: f64 = -1;
  let bestBottom: f64 = 1;
  let bestBin = 0;
  let bestSide: f64 = 0;
  let bestG: f64 = 0;
  let bestH: f64 = 0;
  const sides = missingH > 0 ? 2 : 1;
  for (let side = 0; side < sides; side++) {
    let left = side == 0 ? f64x2.splat(0) : v128.load(hist);
    // With missing values on the left the last bin is a cut too: everything known left, nothing right is refused by `least`.
    const last = bins - 1;
    for (let bin = 1; bin < last; bin++) {
      left = f64x2.add(left, v128.load(hist + (<usize>bin << 4)));
      const hl = f64x2.extract_lane(left, 1);
      if (hl < least) continue;
      const hr = h - hl;
      if (hr < least) break;
      const gl = f64x2.extract_lane(left, 0);
      const gr = g - gl;
      const a = hl + l2;
      const b = hr + l2;
      const top = gl * gl * b + gr * gr * a;
      const bottom = a * b;
      if (top * bestBottom > bestTop * bottom) {
        bestTop = top;
        bestBottom = bottom;
        bestBin = bin;
        bestSide = <f64>side;
        bestG = gl;
        bestH = hl;
      }
    }
  }
  // Present against missing: all known values left, missing right.
  if (missingH > 0) {
    const hl = h - missingH;
    if (hl >= least && missingH >= least) {
      const gl = g - missingG;
      const a = hl + l2;
      const b = missingH + l2;
      const top = gl * gl * b + missingG * missingG * a;
      const bottom = a * b;
      if (top * bestBottom > bestTop * bottom) {
        bestTop = top;
        bestBottom = bottom;
        bestBin = bins - 1;
        bestSide = 0;
        bestG = gl;
        bestH = hl;
      }
    }
  } else if (bestTop >= 0) {
    bestSide = bestH + bestH >= h ? MISSING_LEFT : 0;
  }
  store<f64>(out, bestTop < 0 ? -1 : bestTop / bestBottom);
  store<f64>(out, <f64>bestBin, 8);
  store<f64>(out, bestSide, 16);
  store<f64>(out, bestG, 24);
  store<f64>(out, bestH, 32);
}
