/**
 * Writes the gradient at `x` into `gradient` and returns the value there; not finite where the function is undefined.
 */
type Slope = (x: Float64Array, gradient: Float64Array) => number;

interface Minimum {
  readonly x: Float64Array;
  readonly value: number;
}

interface BfgsLimits {
  readonly iterations: number;
  /** Stops when one step improves the value by less than this, twice in a row. */
  readonly tolerance: number;
}

/** First steps are short: a full gradient step on an unscaled problem would leave the region where it is defined. */
const FIRST_STEP = 0.2;
const SUFFICIENT_DECREASE = 1e-4;
const SHORTEST_STEP = 1e-8;

/**
 * BFGS: quasi-Newton minimisation with a dense inverse Hessian and a backtracking line search (Nocedal and Wright 2006,
 * "Numerical optimization", chapter 6). Meant for up to about 60 variables of similar scale.
 */
export function bfgs(slope: Slope, start: Float64Array, limits: BfgsLimits): Minimum {
  const size = start.length;
  let x = Float64Array.from(start);
  let gradient = new Float64Array(size);
  let value = slope(x, gradient);
  if (!Number.isFinite(value)) return { x, value: Number.POSITIVE_INFINITY };
  let nextX = new Float64Array(size);
  let nextGradient = new Float64Array(size);
  const inverse = new Float64Array(size * size);
  const direction = new Float64Array(size);
  const change = new Float64Array(size);
  const image = new Float64Array(size);
  let fresh = true;
  let idle = 0;
  for (let iteration = 0; iteration < limits.iterations; iteration += 1) {
    let descent = aim(inverse, gradient, direction, fresh);
    if (!(descent < 0)) {
      fresh = true;
      descent = aim(inverse, gradient, direction, true);
      if (!(descent < 0)) break;
    }
    let step = 1;
    let nextValue = Number.POSITIVE_INFINITY;
    for (;;) {
      for (let i = 0; i < size; i += 1) nextX[i] = (x[i] as number) + step * (direction[i] as number);
      nextValue = slope(nextX, nextGradient);
      if (nextValue <= value + SUFFICIENT_DECREASE * step * descent) break;
      // The parabola through both values and the slope; far off or undefined, halve and halve again.
      const bow = nextValue - value - step * descent;
      const parabola = Number.isFinite(bow) && bow > 0 ? (-descent * step * step) / (2 * bow) : 0;
      step = Math.min(Math.max(parabola, step * 0.1), step * 0.5);
      if (step < SHORTEST_STEP) break;
    }
    if (!(nextValue < value)) {
      if (fresh) break;
      fresh = true;
      continue;
    }
    let curvature = 0;
    let bend = 0;
    for (let i = 0; i < size; i += 1) {
      change[i] = (nextX[i] as number) - (x[i] as number);
      const turned = (nextGradient[i] as number) - (gradient[i] as number);
      direction[i] = turned;
      curvature += (change[i] as number) * turned;
      bend += turned * turned;
    }
    if (curvature > 1e-12 * bend && curvature > 0) {
      if (fresh) setDiagonal(inverse, size, curvature / bend);
      update(inverse, change, direction, curvature, image);
      fresh = false;
    }
    idle = value - nextValue < limits.tolerance ? idle + 1 : 0;
    [x, nextX] = [nextX, x];
    [gradient, nextGradient] = [nextGradient, gradient];
    value = nextValue;
    if (idle === 2) break;
  }
  return { x, value };
}

/** Fills `direction` with the step to try and returns the slope along it. */
function aim(inverse: Float64Array, gradient: Float64Array, direction: Float64Array, fresh: boolean): number {
  const size = gradient.length;
  let length = 0;
  for (let i = 0; i < size; i += 1) length += (gradient[i] as number) * (gradient[i] as number);
  if (length === 0) return 0;
  const short = Math.min(1, FIRST_STEP / Math.sqrt(length));
  let descent = 0;
  for (let i = 0; i < size; i += 1) {
    let sum = 0;
    if (fresh) {
      sum = short * (gradient[i] as number);
    } else {
      const row = i * size;
      for (let j = 0; j < size; j += 1) sum += (inverse[row + j] as number) * (gradient[j] as number);
    }
    direction[i] = -sum;
    descent -= sum * (gradient[i] as number);
  }
  return descent;
}

function setDiagonal(inverse: Float64Array, size: number, scale: number): void {
  inverse.fill(0);
  for (let i = 0; i < size; i += 1) inverse[i * size + i] = scale;
}

function update(
  inverse: Float64Array,
  change: Float64Array,
  turned: Float64Array,
  curvature: number,
  image: Float64Array,
): void {
  const size = change.length;
  let energy = 0;
  for (let i = 0; i < size; i += 1) {
    const row = i * size;
    let sum = 0;
    for (let j = 0; j < size; j += 1) sum += (inverse[row + j] as number) * (turned[j] as number);
    image[i] = sum;
    energy += sum * (turned[i] as number);
  }
  const weight = (1 + energy / curvature) / curvature;
  for (let i = 0; i < size; i += 1) {
    const row = i * size;
    const moved = change[i] as number;
    const imaged = (image[i] as number) / curvature;
    for (let j = 0; j < size; j += 1) {
      inverse[row + j] =
        (inverse[row + j] as number) +
        weight * moved * (change[j] as number) -
        imaged * (change[j] as number) -
        (moved / curvature) * (image[j] as number);
    }
  }
}

/**
 * Forward differences, backward where the function is undefined ahead. Enough for smooth functions of a few variables.
 */
export function finiteSlope(value: (x: Float64Array) => number, step = 1e-5): Slope {
  return (x, gradient) => {
    const here = value(x);
    if (!Number.isFinite(here)) return here;
    for (let i = 0; i < x.length; i += 1) {
      const kept = x[i] as number;
      x[i] = kept + step;
      const ahead = value(x);
      if (Number.isFinite(ahead)) {
        gradient[i] = (ahead - here) / step;
      } else {
        x[i] = kept - step;
        const behind = value(x);
        gradient[i] = Number.isFinite(behind) ? (here - behind) / step : 0;
      }
      x[i] = kept;
    }
    return here;
  };
}
