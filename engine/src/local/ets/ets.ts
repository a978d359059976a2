import { flag, oneOf } from '../../estimators/parameters.ts';
import { type Component, meanComponents } from '../components.ts';
import {
  findSeason,
  NO_SEASON,
  packedWithSeason,
  seasonallyAdjusted,
  unpackedSeason,
  withoutSeason,
  withSeason,
  withSeasonPart,
} from '../decomposition/seasonal-adjustment.ts';
import type { Forecaster } from '../forecaster.ts';
import { usablePeriod } from '../history.ts';
import { localForecaster, type Projection } from '../local-model.ts';
import { type AutoEtsChoice, autoEts, fitEts, LONGEST_PERIOD, packEts, scaleOf, unpackEts } from './ets-fit.ts';
import { type EtsForm, etsName } from './ets-form.ts';
import { etsComponents, projectEts } from './ets-project.ts';

/**
 * Exponential smoothing with error, trend and season chosen from the data: recent values count more than old ones, for
 * level, trend and season alike (Hyndman, Koehler, Snyder and Grose 2002, "A state space framework for automatic
 * forecasting using exponential smoothing methods", International Journal of Forecasting 18). Seasons too long for states
 * of their own are taken out beforehand.
 */
export const autoEtsForecaster = localForecaster<AutoEtsChoice>({
  name: 'auto-ets',
  title: 'Exponential smoothing, form chosen automatically',
  params: { undampedTrend: flag(false), criterion: oneOf(['lead', 'aicc'], 'lead') },
  leastRows: 6,
  learn(y, spec, params) {
    const period = usablePeriod(spec, y.length);
    const season = period > LONGEST_PERIOD ? findSeason(y, { periods: [period] }) : NO_SEASON;
    const adjusted = withoutSeason(y, season);
    const scale = scaleOf(adjusted);
    const fit = autoEts(
      adjusted.map((value) => value / scale),
      period > LONGEST_PERIOD ? 1 : period,
      params,
    );
    return packedWithSeason(season, packEts(fit, scale));
  },
  project(learned, y, _, horizon) {
    const { season, rest } = unpackedSeason(learned);
    const { form, parameters } = unpackEts(rest);
    const inner = projectEts(withoutSeason(y, season), form, parameters, horizon);
    return { mean: withSeason(inner.mean, season, y.length), fitted: withSeason(inner.fitted, season, 0) };
  },
  components(learned, y, _, horizon) {
    const { season, rest } = unpackedSeason(learned);
    return withSeasonPart(componentsOfForm(rest, withoutSeason(y, season), horizon), season, y.length);
  },
  detail(learned) {
    const { season, rest } = unpackedSeason(learned);
    const name = etsName(unpackEts(rest).form);
    return season.indices.length > 1 ? `${name}, adjusted for season [${season.indices.length}]` : name;
  },
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

function componentsOfForm(learned: Float64Array, y: Float64Array, horizon: number): readonly Component[] {
  const { form, parameters } = unpackEts(learned);
  return etsComponents(y, form, parameters, horizon);
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
      components: componentsOfForm,
      detail: () => etsName(form),
    }),
  );
}

/** Simple exponential smoothing: a level, without trend (Brown 1959, "Statistical forecasting for inventory control"). */
export const ses = smoothing('ses', 'Simple exponential smoothing', LEVEL);
/**
 * Holt's method: level and slope (Holt 1957, "Forecasting seasonals and trends by exponentially weighted moving averages",
 * reprinted 2004 in the International Journal of Forecasting 20).
 */
export const holt = smoothing('holt', 'Exponential smoothing with trend', LINE);
/**
 * Damped trend: level and a slope that fades (Gardner and McKenzie 1985, "Forecasting trends in time series", Management
 * Science 31).
 */
export const dampedTrend = smoothing('damped-trend', 'Exponential smoothing with damped trend', DAMPED);

/**
 * The mean of simple, trended and damped smoothing: the benchmark "Comb" of the M competitions (Makridakis and Hibon 2000,
 * "The M3-Competition: results, conclusions and implications", International Journal of Forecasting 16).
 */
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
    components(learned, y, horizon) {
      const size = learned.length / 3;
      return meanComponents(
        [0, 1, 2].map((i) => componentsOfForm(learned.subarray(i * size, (i + 1) * size), y, horizon)),
      );
    },
    detail: () => 'mean of SES, Holt and damped trend',
  }),
);
