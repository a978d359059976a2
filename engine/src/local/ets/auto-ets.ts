import { type EtsFit, fitEts } from './ets-fit.ts';
import { admissibleForms, type EtsForm, type EtsParameters } from './ets-form.ts';

/** Longer seasons would add more states than most series can support. */
const LONGEST_PERIOD = 24;

/** Fits every admissible form and keeps the one with the smallest corrected Akaike criterion. */
export function autoEts(y: Float64Array, period: number): EtsFit {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of y) smallest = Math.min(smallest, value);
  const seasonal = period > 1 && period <= LONGEST_PERIOD && y.length >= 2 * period + 1;
  const seen = new Map<string, EtsParameters>();
  let best: EtsFit | undefined;
  for (const form of admissibleForms(smallest > 0, seasonal)) {
    const kin = recursionOf(form);
    const fit = fitEts(y, form, period, seen.get(kin));
    seen.set(kin, fit.parameters);
    if (best === undefined || fit.aicc < best.aicc) best = fit;
  }
  return best as EtsFit;
}

function recursionOf(form: EtsForm): string {
  return `${form.trend}${form.damped}${form.season}`;
}
