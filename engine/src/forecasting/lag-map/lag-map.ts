import type { BinaryReader } from '../../core/binary-format.ts';
import { EngineProblem } from '../../core/engine-problem.ts';
import { type Component, restoredComponents, seasonOfLag } from '../../local/components.ts';
import { type Normaliser, restoreValue, transformValues } from '../../series/choose-normaliser.ts';
import type { Panel } from '../../series/panel.ts';
import { distancesOf } from '../../series/windows.ts';
import { explainComponents } from '../explain-components.ts';
import { guardForecasts, railsOfPanel } from '../guard.ts';
import type { PanelForecaster, PanelModel } from '../panel-model.ts';
import {
  addMoments,
  bestRidge,
  type Collected,
  centreAt,
  collect,
  fillInputs,
  type LagShape,
  newReference,
  predict,
  referenceAt,
  sampleOrigins,
} from './lag-moments.ts';
import { type Moments, readMoments, solveRidge, writeMoments } from './ridge-path.ts';

interface LagMapSettings {
  readonly normaliser: Normaliser;
  readonly maxOrigins: number;
}

/** More inputs cost time with the square of their number and bring little. */
const MOST_LAGS = 400;

/**
 * One linear map for all series from the newest cells straight to every distance, by ridge regression: no step-by-step
 * feedback, so errors do not build up. The ridge is chosen on the newest fifth of the training origins.
 */
export function lagMap(settings: LagMapSettings): PanelForecaster {
  return {
    async fit(panel, context, run) {
      const shape: LagShape = {
        lags: lagCount(context.decidedOn ?? panel, context.periods, context.windows.history),
        distances: distancesOf(context.windows),
        normaliser: settings.normaliser,
      };
      const origins = sampleOrigins(panel, shape, settings.maxOrigins, run.random.fork('origins'));
      const older = collect(
        panel,
        shape,
        origins.filter(({ newest }) => !newest),
      );
      const newer = collect(
        panel,
        shape,
        origins.filter(({ newest }) => newest),
      );
      if (older.moments.rows + newer.moments.rows < shape.lags / 2) throw tooFew(panel, shape);
      return lagMapModel(shape, context.periods, solveMap(older.moments, newer));
    },
  };
}

/** Two of the longest season and a bit, inside the derivation window and what the series can offer. */
function lagCount(panel: Panel, periods: readonly number[], history: number): number {
  const lengths = panel.series.map(({ target }) => target.length).sort((a, b) => a - b);
  const median = lengths[lengths.length >> 1] ?? 1;
  const longest = periods.at(-1) ?? 1;
  const wanted = longest > 1 ? 2 * longest + 2 : 12;
  return Math.max(2, Math.min(wanted, history, MOST_LAGS, Math.floor(median / 3)));
}

interface Solution {
  readonly weights: Float64Array;
  /** What was learned from; absent in files of earlier versions, which cannot learn more. */
  readonly moments?: Moments;
}

/** The ridge that explains the newest origins best from those before them, then all of them together. */
function solveMap(before: Moments, newest: Collected): Solution {
  const moments = addMoments(before, newest.moments);
  return { moments, weights: solveRidge(moments, bestRidge(before, newest)) };
}

function lagMapModel(shape: LagShape, periods: readonly number[], solution: Solution): PanelModel {
  const { weights, moments } = solution;
  const { distances, normaliser } = shape;
  return {
    kind: 'lag-map',
    forecast(panel) {
      const out = new Float64Array(panel.series.length * distances.length);
      const x = new Float64Array(shape.lags + 1);
      const y = new Float64Array(distances.length);
      const reference = newReference();
      panel.series.forEach(({ target }, s) => {
        const values = transformValues(target, normaliser.transform);
        const origin = values.length - 1;
        referenceAt(values, origin, normaliser, reference);
        fillInputs(shape, values, origin, reference, x, 0);
        predict(weights, x, y);
        distances.forEach((k, d) => {
          const centre = centreAt(shape, values, origin, k, reference.level);
          const value = (y[d] as number) * reference.scale + centre;
          out[s * distances.length + d] = restoreValue(value, normaliser.transform);
        });
      });
      return guardForecasts(out, panel, periods);
    },
    explain(panel) {
      const rails = railsOfPanel(panel, periods, distances.length);
      return panel.series.flatMap(({ target }, s) => {
        const values = transformValues(target, normaliser.transform);
        const parts = restoredComponents(lagMapComponents(shape, periods, weights, values), (value) =>
          (rails[s] as (value: number) => number)(restoreValue(value, normaliser.transform)),
        );
        return explainComponents(
          parts,
          distances.map((_, d) => d + 1),
          panel.grid,
        );
      });
    },
    async learnMore({ panel, from }, blueprint, run) {
      if (moments === undefined) throw noMoments();
      const most = blueprint.kind === 'lag-map' ? blueprint.maxOrigins : Number.POSITIVE_INFINITY;
      const origins = sampleOrigins(panel, shape, most, run.random.fork('origins'), from);
      const newest = collect(panel, shape, origins);
      return lagMapModel(shape, periods, newest.moments.rows === 0 ? solution : solveMap(moments, newest));
    },
    write(to) {
      to.text(JSON.stringify({ shape, periods }));
      to.f64s(weights);
      if (moments !== undefined) writeMoments(to, moments);
    },
  };
}

export function readLagMap(from: BinaryReader): PanelModel {
  const { shape, periods } = JSON.parse(from.text()) as { shape: LagShape; periods: number[] };
  const weights = from.f64s();
  const outputs = shape.distances.length;
  if (from.remaining === 0) return lagMapModel(shape, periods, { weights });
  return lagMapModel(shape, periods, { weights, moments: readMoments(from, shape.lags + 1, outputs) });
}

const noMoments = (): EngineProblem =>
  new EngineProblem(
    'model.cannot-continue',
    'This lag map was saved by a version that did not keep what it learned from: train it again to let it learn more.',
  );

function tooFew(panel: Panel, shape: LagShape): EngineProblem {
  return new EngineProblem(
    'series.too-few-rows',
    `The history gives too few training rows for a map of ${shape.lags} lags: give more history or more series.`,
    { column: panel.target },
  );
}

/**
 * The forecasts of a lag map for one series, one value a distance: its level, what cells a season before the forecast
 * time add, and what the other newest cells add. On the scale of the normaliser's transform.
 */
function lagMapComponents(
  shape: LagShape,
  periods: readonly number[],
  weights: Float64Array,
  values: Float64Array,
): Component[] {
  const { distances, lags, normaliser } = shape;
  const origin = values.length - 1;
  const reference = referenceAt(values, origin, normaliser, newReference());
  const x = new Float64Array(lags + 1);
  fillInputs(shape, values, origin, reference, x, 0);
  const part = (head: Omit<Component, 'values'>): Component => ({
    ...head,
    values: new Float64Array(distances.length),
  });
  const level = part({ kind: 'level' });
  const recent = part({ kind: 'recent' });
  const seasons = new Map<number, Component>();
  const seasonOf = (period: number): Component => {
    const season = seasons.get(period) ?? part({ kind: 'season', period });
    seasons.set(period, season);
    return season;
  };
  const add = ({ values: sums }: Component, d: number, value: number): void => {
    sums[d] = (sums[d] as number) + value;
  };
  distances.forEach((k, d) => {
    const of = (input: number): number =>
      (x[input] as number) * (weights[input * distances.length + d] as number) * reference.scale;
    const centre = centreAt(shape, values, origin, k, reference.level);
    add(level, d, reference.level + of(lags));
    if (centre !== reference.level) add(seasonOf(normaliser.period), d, centre - reference.level);
    for (let lag = 0; lag < lags; lag++) {
      const period = seasonOfLag(k + lag, periods);
      add(period === undefined ? recent : seasonOf(period), d, of(lag));
    }
  });
  return [level, recent, ...seasons.values()];
}
