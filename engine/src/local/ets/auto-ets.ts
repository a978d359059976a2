import { type EtsFit, fitEts } from './ets-fit.ts';
import { admissibleForms, type EtsForm, type EtsParameters, etsParameterCount } from './ets-form.ts';
import { leadError } from './ets-lead.ts';

/** Longer seasons would add more states than most series can support. */
export const LONGEST_PERIOD = 24;
/** Steps ahead that count for a series without a season. */
const PLAIN_LEAD = 6;

export interface AutoEtsChoice {
  /** Also compare trends that go on for ever; damped ones forecast better on nearly all data. */
  readonly undampedTrend: boolean;
  /** `lead`: error over one season ahead with the penalty of AICc. `aicc`: the one-step likelihood alone. */
  readonly criterion: 'lead' | 'aicc';
}

/** Fits every admissible form by maximum likelihood and keeps the best by the chosen criterion. */
export function autoEts(y: Float64Array, period: number, choice: AutoEtsChoice): EtsFit {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of y) smallest = Math.min(smallest, value);
  const seasonal = period > 1 && period <= LONGEST_PERIOD && y.length > 2 * period;
  const lead = seasonal ? period : PLAIN_LEAD;
  const seen = new Map<string, EtsParameters>();
  let best: EtsFit | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const form of admissibleForms(smallest > 0, seasonal)) {
    if (form.trend === 'A' && !form.damped && !choice.undampedTrend) continue;
    if (y.length - etsParameterCount(form, period) < 2 && best !== undefined) continue;
    const kin = recursionOf(form);
    const fit = fitEts(y, form, period, seen.get(kin));
    seen.set(kin, fit.parameters);
    const score = choice.criterion === 'aicc' ? fit.aicc : leadScore(y, fit, lead);
    if (best === undefined || score < lowest) {
      best = fit;
      lowest = score;
    }
  }
  return best as EtsFit;
}

function leadScore(y: Float64Array, { form, parameters, aicc, deviance }: EtsFit, lead: number): number {
  return 2 * y.length * Math.log(leadError(y, form, parameters, lead)) + aicc - deviance;
}

/** Forms that differ in the error alone share their recursion, so the second starts where the first ended. */
function recursionOf(form: EtsForm): string {
  return `${form.trend}${form.damped}${form.season}`;
}
