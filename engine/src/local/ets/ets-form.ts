/** One member of the exponential smoothing family: error, trend, season (Hyndman et al., Forecasting with ETS, 2008). */
export interface EtsForm {
  readonly error: 'A' | 'M';
  readonly trend: 'N' | 'A';
  readonly damped: boolean;
  readonly season: 'N' | 'A' | 'M';
}

/** Parameters in the units of the series. `season` holds the states of the season before the first observation. */
export interface EtsParameters {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  readonly phi: number;
  readonly level: number;
  readonly slope: number;
  readonly season: Float64Array;
}

/** 'ETS(A,Ad,N)': the usual short name. */
export function etsName(form: EtsForm): string {
  return `ETS(${form.error},${form.trend}${form.damped ? 'd' : ''},${form.season})`;
}

/** Estimated numbers, the variance among them; one seasonal state follows from the others. */
export function etsParameterCount(form: EtsForm, period: number): number {
  const trend = form.trend === 'N' ? 0 : form.damped ? 3 : 2;
  const season = form.season === 'N' ? 0 : period;
  return 2 + trend + season + 1;
}

/**
 * The members an automatic choice compares: multiplicative parts need positive data, and an additive error with a
 * multiplicative season is left out because its variance can be infinite.
 */
export function admissibleForms(positive: boolean, seasonal: boolean): readonly EtsForm[] {
  const forms: EtsForm[] = [];
  for (const season of seasonal ? (['N', 'A', 'M'] as const) : (['N'] as const)) {
    for (const error of ['A', 'M'] as const) {
      if (!positive && (error === 'M' || season === 'M')) continue;
      if (error === 'A' && season === 'M') continue;
      forms.push({ error, trend: 'N', damped: false, season });
      forms.push({ error, trend: 'A', damped: false, season });
      forms.push({ error, trend: 'A', damped: true, season });
    }
  }
  return forms;
}
