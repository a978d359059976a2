// Best cut of a numeric feature from its histogram. Scores are compared as fractions: no division inside the scan.

// @ts-ignore: decorator
@inline
const MISSING_LEFT: f64 = 1;

/** target += part, over `bins` cells of each position in [from, to). */
export function addHistogram(target: usize, part: usize, bins: usize, from: i32, to: i32): void {
  for (let p = from; p < to; p++) {
    let a = target + (<usize>p << 12);
    let b = part + (<usize>p << 12);
    const end = a + (<usize>load<u32>(bins + (<usize>p << 2)) << 4);
    for (; a < end; a += 16, b += 16) v128.store(a, f64x2.add(v128.load(a), v128.load(b)));
  }
}

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
    const last = bins - 1;
    for (let bin = 1; bin < last; bin++) {
      left = f64x2.add(left, v128.load(hist + (<usize>bin << 4)));
      const hl = f64x2.extract_lane(left, 1);
      const hr = h - hl;
      if (hl < least || hr < least) continue;
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

/** The cells of one feature up to a bin, summed in the order of the scan. */
function sumTo(hist: usize, bin: i32): v128 {
  let sum = f64x2.splat(0);
  for (let i = 1; i <= bin; i++) sum = f64x2.add(sum, v128.load(hist + (<usize>i << 4)));
  return sum;
}

/** `scanSplits` for two features without missing values at once, one in each lane: the same arithmetic, no branches. */
function scanPair(first: usize, second: usize, bins: i32, g: f64, h: f64, l2: f64, least: f64, out: usize): void {
  const G = f64x2.splat(g);
  const H = f64x2.splat(h);
  const L2 = f64x2.splat(l2);
  const LEAST = f64x2.splat(least);
  const ONE = f64x2.splat(1);
  let gl = f64x2.splat(0);
  let hl = f64x2.splat(0);
  let bestTop = f64x2.splat(-1);
  let bestBottom = ONE;
  let bestBin = f64x2.splat(0);
  let at = f64x2.splat(0);
  for (let offset: usize = 16, end = <usize>(bins - 1) << 4; offset < end; offset += 16) {
    const a = v128.load(first + offset);
    const b = v128.load(second + offset);
    gl = f64x2.add(gl, v128.shuffle<f64>(a, b, 0, 2));
    hl = f64x2.add(hl, v128.shuffle<f64>(a, b, 1, 3));
    at = f64x2.add(at, ONE);
    const gr = f64x2.sub(G, gl);
    const hr = f64x2.sub(H, hl);
    const x = f64x2.add(hl, L2);
    const y = f64x2.add(hr, L2);
    const top = f64x2.add(f64x2.mul(f64x2.mul(gl, gl), y), f64x2.mul(f64x2.mul(gr, gr), x));
    const bottom = f64x2.mul(x, y);
    const better = v128.and(
      v128.and(f64x2.ge(hl, LEAST), f64x2.ge(hr, LEAST)),
      f64x2.gt(f64x2.mul(top, bestBottom), f64x2.mul(bestTop, bottom)),
    );
    bestTop = v128.bitselect(top, bestTop, better);
    bestBottom = v128.bitselect(bottom, bestBottom, better);
    bestBin = v128.bitselect(at, bestBin, better);
  }
  const found = f64x2.gt(bestBin, f64x2.splat(0));
  v128.store(out, v128.bitselect(f64x2.div(bestTop, bestBottom), f64x2.splat(-1), found));
  v128.store(out, bestBin, 16);
}

function writeResult(hist: usize, score: f64, bin: f64, h: f64, out: usize): void {
  const left = sumTo(hist, <i32>bin);
  const hl = f64x2.extract_lane(left, 1);
  store<f64>(out, score);
  store<f64>(out, bin, 8);
  store<f64>(out, score >= 0 && hl + hl >= h ? MISSING_LEFT : 0, 16);
  store<f64>(out, f64x2.extract_lane(left, 0), 24);
  store<f64>(out, hl, 32);
}

/**
 * `scanSplits` for the numeric features among positions [from, to); `kinds` has a byte per feature, 0 for numeric. Two
 * features with equally many bins and no missing values share a scan: one waits until its like comes along.
 */
export function scanAll(
  hist: usize, bins: usize, list: usize, kinds: usize, from: i32, to: i32,
  g: f64, h: f64, l2: f64, least: f64, results: usize, scratch: usize,
): void {
  let waiting = -1;
  for (let p = from; p < to; p++) {
    if (load<u8>(kinds + <usize>load<u32>(list + (<usize>p << 2))) != 0) continue;
    const slice = hist + (<usize>p << 12);
    const count = load<i32>(bins + (<usize>p << 2));
    let alone = p;
    if (load<f64>(slice, 8) <= 0) {
      const other = waiting < 0 ? 0 : load<i32>(bins + (<usize>waiting << 2));
      if (other == count) {
        const first = hist + (<usize>waiting << 12);
        scanPair(first, slice, count, g, h, l2, least, scratch);
        writeResult(first, load<f64>(scratch), load<f64>(scratch, 16), h, results + <usize>waiting * 40);
        writeResult(slice, load<f64>(scratch, 8), load<f64>(scratch, 24), h, results + <usize>p * 40);
        waiting = -1;
        continue;
      }
      // The one with more bins waits on: sharing saves it more.
      if (count > other) {
        alone = waiting;
        waiting = p;
      }
    }
    if (alone >= 0) scanAlone(hist, bins, alone, g, h, l2, least, results);
  }
  if (waiting >= 0) scanAlone(hist, bins, waiting, g, h, l2, least, results);
}

function scanAlone(hist: usize, bins: usize, p: i32, g: f64, h: f64, l2: f64, least: f64, results: usize): void {
  scanSplits(hist + (<usize>p << 12), load<i32>(bins + (<usize>p << 2)), g, h, l2, least, results + <usize>p * 40);
}
