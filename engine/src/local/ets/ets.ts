import { flag, oneOf } from '../../model/constraint.ts';
import { seasonallyAdjusted } from '../decomposition/seasonal-adjustment.ts';
import type { Forecaster } from '../forecaster.ts';
import { usablePeriod } from '../history.ts';
import { localForecaster, type Projection } from '../local-model.ts';
import { type AutoEtsChoice, autoEts } from './auto-ets.ts';
import { fitEts } from './ets-fit.ts';
import { type EtsForm, etsName } from './ets-form.ts';
import { packEts, scaleOf, unpackEts } from './ets-pack.ts';
import { projectEts } from './ets-project.ts';

/** Exponential smoothing with error, trend and season chosen from the data (Hyndman et al., 2002). */
export const autoEtsForecaster = localForecaster<AutoEtsChoice>({
  name: 'auto-ets',
  title: 'Exponential smoothing, form chosen automatically',
  params: { undampedTrend: flag(false), criterion: oneOf(['lead', 'aicc'], 'lead') },
  leastRows: 6,
  learn(y, spec, params) {
    const scale = scaleOf(y);
    const fit = autoEts(
      y.map((value) => value / scale),
      usablePeriod(spec, y.length),
      params,
    );
    return packEts(fit, scale);
  },
  project(learned, y, _, horizon) {
    const { form, parameters } = unpackEts(learned);
    return projectEts(y, form, parameters, horizon);
  },
  detail: (learned) => etsName(unpackEts(learned).form),
});

const LEVEL: EtsForm = { error: 'A', trend: 'N', damped: false, season: 'N' };
const LINE: EtsForm = { error: 'A', trend: 'A', damped: false, season: 'N' };
const DAMPED: EtsForm = { error: 'A', trend: 'A', damped: true, season: 'N' };

function learnForm(y: Float64Array, form: EtsForm): Float64Array {
  const scale = scaleOf(y);
  return packEts(
    fitEts(
      y.map((value) => value / scale),
      form,
      1,
    ),
    scale,
  );
}

function projectForm(learned: Float64Array, y: Float64Array, horizon: number): Projection {
  const { form, parameters } = unpackEts(learned);
  return projectEts(y, form, parameters, horizon);
}

function smoothing(name: string, title: string, form: EtsForm): Forecaster {
  return localForecaster(
    seasonallyAdjusted({
      name,
      title,
      params: {},
      leastRows: 6,
      learn: (y) => learnForm(y, form),
      project: projectForm,
      detail: () => etsName(form),
    }),
  );
}

/** Simple exponential smoothing (Brown, 1959). */
export const ses = smoothing('ses', 'Simple exponential smoothing', LEVEL);
/** Level and slope (Holt, 1957). */
export const holt = smoothing('holt', 'Exponential smoothing with trend', LINE);
/** Level and a slope that fades (Gardner and McKenzie, 1985). */
export const dampedTrend = smoothing('damped-trend', 'Exponential smoothing with damped trend', DAMPED);

/** The mean of simple, trended and damped smoothing: the combination benchmark of the M competitions. */
export const comb = localForecaster(
  seasonallyAdjusted({
    name: 'comb',
    title: 'Mean of simple, trended and damped smoothing',
    params: {},
    leastRows: 6,
    learn: (y) => Float64Array.from([LEVEL, LINE, DAMPED].flatMap((form) => Array.from(learnForm(y, form)))),
    project(learned, y, horizon) {
      const size = learned.length / 3;
      const parts = [0, 1, 2].map((i) => projectForm(learned.subarray(i * size, (i + 1) * size), y, horizon));
      const mean = (pick: (part: Projection) => Float64Array, length: number) =>
        Float64Array.from({ length }, (_, t) => parts.reduce((sum, part) => sum + (pick(part)[t] as number), 0) / 3);
      return { mean: mean((part) => part.mean, horizon), fitted: mean((part) => part.fitted, y.length) };
    },
    detail: () => 'mean of SES, Holt and damped trend',
  }),
);
