/** Twin of `scanSplits` in engine/kernels/trees/split.ts, over a view of doubles; positions count doubles. */
export function scanSplits(
  cells: Float64Array,
  hist: number,
  bins: number,
  g: number,
  h: number,
  l2: number,
  least: number,
  out: number,
): void {
  const missingG = cells[hist] as number;
  const missingH = cells[hist + 1] as number;
  let bestTop = -1;
  let bestBottom = 1;
  let bestBin = 0;
  let bestSide = 0;
  let bestG = 0;
  let bestH = 0;
  const offer = (gl: number, hl: number, gr: number, hr: number, bin: number, side: number) => {
    const a = hl + l2;
    const b = hr + l2;
    const top = gl * gl * b + gr * gr * a;
    const bottom = a * b;
    if (!(top * bestBottom > bestTop * bottom)) return;
    bestTop = top;
    bestBottom = bottom;
    bestBin = bin;
    bestSide = side;
    bestG = gl;
    bestH = hl;
  };
  for (let side = 0; side < (missingH > 0 ? 2 : 1); side += 1) {
    let gl = side === 0 ? 0 : missingG;
    let hl = side === 0 ? 0 : missingH;
    for (let bin = 1; bin < bins - 1; bin += 1) {
      gl += cells[hist + 2 * bin] as number;
      hl += cells[hist + 2 * bin + 1] as number;
      const hr = h - hl;
      if (hl < least || hr < least) continue;
      offer(gl, hl, g - gl, hr, bin, side);
    }
  }
  if (missingH > 0) {
    const hl = h - missingH;
    if (hl >= least && missingH >= least) offer(g - missingG, hl, missingG, missingH, bins - 1, 0);
  } else if (bestTop >= 0) {
    bestSide = bestH + bestH >= h ? 1 : 0;
  }
  cells[out] = bestTop < 0 ? -1 : bestTop / bestBottom;
  cells[out + 1] = bestBin;
  cells[out + 2] = bestSide;
  cells[out + 3] = bestG;
  cells[out + 4] = bestH;
}
