import type { EtsFit } from './ets-fit.ts';
import type { EtsForm, EtsParameters } from './ets-form.ts';

const SEASONS = ['N', 'A', 'M'] as const;

/** Fits happen on a series divided by `scale`; what is kept is in the units of the series again. */
export function packEts({ form, parameters: p }: EtsFit, scale: number): Float64Array {
  const multiplicative = form.season === 'M';
  const head = [form.error === 'M' ? 1 : 0, form.trend === 'A' ? 1 : 0, form.damped ? 1 : 0];
  const states = [SEASONS.indexOf(form.season), p.alpha, p.beta, p.gamma, p.phi, p.level * scale, p.slope * scale];
  return Float64Array.from([...head, ...states, ...p.season.map((value) => (multiplicative ? value : value * scale))]);
}

export function unpackEts(learned: Float64Array): { form: EtsForm; parameters: EtsParameters } {
  const [error, trend, damped, season = 0, alpha = 0, beta = 0, gamma = 0, phi = 1, level = 0, slope = 0] = learned;
  return {
    form: {
      error: error === 1 ? 'M' : 'A',
      trend: trend === 1 ? 'A' : 'N',
      damped: damped === 1,
      season: SEASONS[season] ?? 'N',
    },
    parameters: { alpha, beta, gamma, phi, level, slope, season: learned.subarray(10) },
  };
}

/** Mean absolute value: brings every series to the scale the search was built for. */
export function scaleOf(y: Float64Array): number {
  let sum = 0;
  for (const value of y) sum += Math.abs(value);
  return sum > 0 ? sum / y.length : 1;
}
