export interface Point {
  readonly x: number;
  readonly value: number;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Smallest value of a function of one variable on [low, high]: a coarse grid finds the basin, golden section the bottom
 * (Kiefer 1953, "Sequential minimax search for a maximum", Proceedings of the American Mathematical Society 4). The grid
 * is what makes it safe on functions with several basins.
 */
export function lineSearch(value: (x: number) => number, low: number, high: number, cells = 12, digits = 1e-4): Point {
  let best = low;
  let bestValue = value(low);
  const width = (high - low) / cells;
  for (let i = 1; i <= cells; i += 1) {
    const x = i === cells ? high : low + i * width;
    const here = value(x);
    if (here < bestValue || !Number.isFinite(bestValue)) {
      best = x;
      bestValue = here;
    }
  }
  let left = Math.max(low, best - width);
  let right = Math.min(high, best + width);
  let inner = right - GOLDEN * (right - left);
  let outer = left + GOLDEN * (right - left);
  let innerValue = value(inner);
  let outerValue = value(outer);
  while (right - left > digits) {
    if (innerValue <= outerValue) {
      right = outer;
      outer = inner;
      outerValue = innerValue;
      inner = right - GOLDEN * (right - left);
      innerValue = value(inner);
    } else {
      left = inner;
      inner = outer;
      innerValue = outerValue;
      outer = left + GOLDEN * (right - left);
      outerValue = value(outer);
    }
  }
  const x = innerValue <= outerValue ? inner : outer;
  const bottom = Math.min(innerValue, outerValue);
  return bottom < bestValue ? { x, value: bottom } : { x: best, value: bestValue };
}
