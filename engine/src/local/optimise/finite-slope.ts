import type { Slope } from './bfgs.ts';

/** Forward differences, backward where the function is undefined ahead. Enough for smooth functions of a few variables. */
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
