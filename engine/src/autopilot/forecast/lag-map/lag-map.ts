import type { BinaryReader } from '../../../format/binary-reader.ts';
import { restoredComponents } from '../../../local/components.ts';
import { EngineProblem } from '../../../problems/engine-problem.ts';
import type { Random } from '../../../random/random.ts';
import { type Normaliser, restored, transformed } from '../../../series/normaliser.ts';
import type { Panel } from '../../../series/panel.ts';
import { distancesOf } from '../../../series/windows.ts';
import { explainComponents } from '../explain-components.ts';
import { guardForecasts, railsOfPanel } from '../guard.ts';
import type { PanelForecaster, PanelModel } from '../panel-model.ts';
import { lagMapComponents } from './lag-map-components.ts';
import { centreAt, fillInputs, fillOutputs, type LagShape, newReference, referenceAt } from './lag-rows.ts';
import { addRows, emptyMoments, type Moments, solveRidge } from './ridge-path.ts';

export interface LagMapSettings {
  readonly normaliser: Normaliser;
  readonly maxOrigins: number;
}

const RIDGES = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1];
/** More inputs cost time with the square of their number and bring little. */
const MOST_LAGS = 400;
const BLOCK = 64;

/**
 * One linear map for all series from the newest cells straight to every distance, by ridge regression: no step-by-step
 * feedback, so errors do not build up. The ridge is chosen on the newest fifth of the training origins.
 */
export function lagMap(settings: LagMapSettings): PanelForecaster {
  return {
    async fit(panel, context, run) {
      const shape: LagShape = {
        lags: lagCount(panel, context.periods, context.windows.history),
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
      const ridge = bestRidge(older.moments, newer);
      const all = added(older.moments, newer.moments);
      return lagMapModel(shape, context.periods, solveRidge(all, ridge));
    },
  };
}

interface Origin {
  readonly series: number;
  readonly cell: number;
  /** One of the newest fifth of its series. */
  readonly newest: boolean;
}

/** Two of the longest season and a bit, inside the derivation window and what the series can offer. */
function lagCount(panel: Panel, periods: readonly number[], history: number): number {
  const lengths = panel.series.map(({ target }) => target.length).sort((a, b) => a - b);
  const median = lengths[lengths.length >> 1] ?? 1;
  const longest = periods.at(-1) ?? 1;
  const wanted = longest > 1 ? 2 * longest + 2 : 12;
  return Math.max(2, Math.min(wanted, history, MOST_LAGS, Math.floor(median / 3)));
}

function sampleOrigins(panel: Panel, shape: LagShape, most: number, random: Random): Origin[] {
  const reach = shape.distances.at(-1) as number;
  const share = Math.max(2, Math.floor(most / panel.series.length));
  return panel.series.flatMap(({ target, id }, series) => {
    const draw = random.fork(id);
    const first = Math.min(shape.lags, Math.max(2, target.length >> 1)) - 1;
    const available = target.length - reach - first;
    const count = Math.min(share, available);
    return Array.from({ length: Math.max(0, count) }, (_, i): Origin => {
      const from = Math.floor((i * available) / count);
      const to = Math.max(from + 1, Math.floor(((i + 1) * available) / count));
      return { series, cell: first + from + draw.int(to - from), newest: i >= 0.8 * count };
    });
  });
}

interface Collected {
  readonly moments: Moments;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

function collect(panel: Panel, shape: LagShape, origins: readonly Origin[]): Collected {
  const inputs = shape.lags + 1;
  const outputs = shape.distances.length;
  const moments = emptyMoments(inputs, outputs);
  const x = new Float64Array(origins.length * inputs);
  const y = new Float64Array(origins.length * outputs);
  const reference = newReference();
  const values = panel.series.map(({ target }) => transformed(target, shape.normaliser.transform));
  let rows = 0;
  for (const { series, cell } of origins) {
    const own = values[series] as Float64Array;
    referenceAt(own, cell, shape.normaliser, reference);
    if (!fillOutputs(shape, own, cell, reference, y, rows * outputs)) continue;
    fillInputs(shape, own, cell, reference, x, rows * inputs);
    rows++;
  }
  for (let from = 0; from < rows; from += BLOCK) {
    const count = Math.min(BLOCK, rows - from);
    addRows(moments, x.subarray(from * inputs), y.subarray(from * outputs), count);
  }
  return { moments, x, y };
}

function added(a: Moments, b: Moments): Moments {
  return {
    ...a,
    gram: a.gram.map((value, i) => value + (b.gram[i] as number)),
    cross: a.cross.map((value, i) => value + (b.cross[i] as number)),
    rows: a.rows + b.rows,
  };
}

function bestRidge(train: Moments, test: Collected): number {
  let best = RIDGES[2] as number;
  let lowest = Number.POSITIVE_INFINITY;
  if (train.rows === 0 || test.moments.rows === 0) return best;
  for (const ridge of RIDGES) {
    const error = meanError(solveRidge(train, ridge), test);
    if (error < lowest) {
      lowest = error;
      best = ridge;
    }
  }
  return best;
}

function meanError(weights: Float64Array, { moments, x, y }: Collected): number {
  const { inputs, outputs, rows } = moments;
  const predicted = new Float64Array(outputs);
  let sum = 0;
  for (let r = 0; r < rows; r++) {
    predict(weights, x.subarray(r * inputs, (r + 1) * inputs), predicted);
    for (let k = 0; k < outputs; k++) sum += Math.abs((predicted[k] as number) - (y[r * outputs + k] as number));
  }
  return sum;
}

function predict(weights: Float64Array, x: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let i = 0; i < x.length; i++) {
    const value = x[i] as number;
    if (value === 0) continue;
    const row = i * out.length;
    for (let k = 0; k < out.length; k++) out[k] = (out[k] as number) + value * (weights[row + k] as number);
  }
}

function lagMapModel(shape: LagShape, periods: readonly number[], weights: Float64Array): PanelModel {
  const { distances, normaliser } = shape;
  return {
    kind: 'lag-map',
    forecast(panel) {
      const out = new Float64Array(panel.series.length * distances.length);
      const x = new Float64Array(shape.lags + 1);
      const y = new Float64Array(distances.length);
      const reference = newReference();
      panel.series.forEach(({ target }, s) => {
        const values = transformed(target, normaliser.transform);
        const origin = values.length - 1;
        referenceAt(values, origin, normaliser, reference);
        fillInputs(shape, values, origin, reference, x, 0);
        predict(weights, x, y);
        distances.forEach((k, d) => {
          const centre = centreAt(shape, values, origin, k, reference.level);
          const value = (y[d] as number) * reference.scale + centre;
          out[s * distances.length + d] = restored(value, normaliser.transform);
        });
      });
      return guardForecasts(out, panel, periods);
    },
    explain(panel) {
      const rails = railsOfPanel(panel, periods, distances.length);
      return panel.series.flatMap(({ target }, s) => {
        const values = transformed(target, normaliser.transform);
        const parts = restoredComponents(lagMapComponents(shape, periods, weights, values), (value) =>
          (rails[s] as (value: number) => number)(restored(value, normaliser.transform)),
        );
        return explainComponents(
          parts,
          distances.map((_, d) => d + 1),
          panel.grid,
        );
      });
    },
    write(to) {
      to.text(JSON.stringify({ shape, periods }));
      to.f64s(weights);
    },
  };
}

export function readLagMap(from: BinaryReader): PanelModel {
  const { shape, periods } = JSON.parse(from.text()) as { shape: LagShape; periods: number[] };
  return lagMapModel(shape, periods, from.f64s());
}

function tooFew(panel: Panel, shape: LagShape): EngineProblem {
  return new EngineProblem(
    'series.too-few-rows',
    `The history gives too few training rows for a map of ${shape.lags} lags: give more history or more series.`,
    { column: panel.target },
  );
}
