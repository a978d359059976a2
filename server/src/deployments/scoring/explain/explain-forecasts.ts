import type { ForecastRow, ServedForecaster } from '@almanac/engine';
import type { HotModel } from '../hot-model.ts';
import type { Asked, ClassReasons, ScoredReasons } from '../scored.ts';
import { type Contribution, isExplained, strongest } from './strength.rules.ts';

export interface ForecastReasons {
  /** The forecaster, listened to: it is asked why whenever it is asked what. */
  readonly watched: ServedForecaster;
  /** The rows it just made. */
  take(made: readonly ForecastRow[]): void;
  reasons(): ScoredReasons;
}

/** Why forecasts are as they are: what each derived feature adds to them, over all models of the blend that can tell. */
export function explainForecasts({ target }: HotModel, forecaster: ServedForecaster, asked: Asked): ForecastReasons {
  let last: ReturnType<ServedForecaster['explain']> = [];
  const rows: (readonly ClassReasons[] | null)[] = [];
  let most = 0;
  return {
    watched: {
      ...forecaster,
      forecastPanel(panel, request) {
        last = forecaster.explain(panel, request);
        return forecaster.forecastPanel(panel, request);
      },
    },
    take(made) {
      for (const [at, row] of made.entries()) {
        if (!isExplained(row.value, asked)) {
          rows.push(null);
          continue;
        }
        const { all, base } = summed(last, at, row.value);
        const told = strongest(all, asked.mostReasons, asked.algorithm);
        most = Math.max(most, told.reasons.length);
        rows.push([{ label: `${target.name} (actual)`, base, ...told }]);
      }
    },
    reasons: () => ({
      algorithm: asked.algorithm,
      most: Number.isFinite(asked.mostReasons) ? asked.mostReasons : most,
      classes: 1,
      rows,
    }),
  };
}

function summed(models: ReturnType<ServedForecaster['explain']>, at: number, value: number) {
  const sums = new Map<string, Contribution>();
  let added = 0;
  for (const { weight, cells } of models) {
    const cell = cells[at];
    for (const { feature, value: seen, contribution } of cell?.contributions ?? []) {
      // Factors act on the logarithm: near the forecast they add about as much as they multiply.
      const strength = weight * contribution * (cell?.unit === 'factors' ? value : 1);
      added += strength;
      sums.set(feature, {
        feature,
        value: Number.isNaN(seen) ? null : seen,
        strength: strength + (sums.get(feature)?.strength ?? 0),
      });
    }
  }
  return { all: [...sums.values()], base: value - added };
}
