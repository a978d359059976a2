import type { Column, Frame } from '../frame/frame.ts';
import { calendarValue, eventCells, eventValue } from './calendar.ts';
import { type Normaliser, type Reference, referenceAt, transformValues } from './choose-normaliser.ts';
import { type Feature, featureColumns, featureName } from './feature.ts';
import { originFeatures } from './origin-features.ts';
import { covariatesOf, type Panel } from './panel.ts';
import type { Recipe } from './recipe.ts';
import { crossSeries, seasonalLag, seasonalMean } from './seasonal-features.ts';
import { timeOf } from './time-unit.ts';
import type { Derivation, RowPlan } from './training-plan.ts';

/** Derived rows with what is needed to bring predictions back to the size of the series. */
export interface DerivedRows {
  readonly x: Frame;
  /** Subtracted and divided by, per row; `value = restored(prediction * scale + centre)`. */
  readonly centre: Float64Array;
  readonly scale: Float64Array;
}

/** Derives the rows of a plan. Only cells at or before each origin are read, except what is known in advance. */
export function deriveRows(panel: Panel, recipe: Recipe, plan: RowPlan): DerivedRows {
  const derivation = prepare(panel, recipe, plan);
  const columns = featureColumns(panel);
  const perOrigin = originFeatures(derivation);
  const derived = recipe.features.map((feature, f): Column => {
    const name = featureName(feature, columns);
    const cells = perOrigin[f];
    const values = cells === undefined ? rowFeature(derivation, feature) : spread(plan, cells);
    return columnOf(panel, feature, name, values);
  });
  return { x: { rows: plan.distance.length, columns: derived }, ...references(derivation) };
}

function prepare(panel: Panel, recipe: Recipe, plan: RowPlan): Derivation {
  const used = new Uint8Array(panel.series.length);
  for (let p = 0; p < plan.series.length; p++) used[plan.series[p] as number] = 1;
  const { normaliser } = recipe;
  const values = panel.series.map(({ target }, i) =>
    used[i] === 1 ? transformValues(target, normaliser.transform) : target,
  );
  const pairs = plan.series.length;
  const [level, scale, size] = [new Float64Array(pairs), new Float64Array(pairs), new Float64Array(pairs)];
  const reference: Reference = { level: 0, scale: 1, size: 0 };
  for (let p = 0; p < pairs; p++) {
    referenceAt(values[plan.series[p] as number] as Float64Array, plan.origin[p] as number, normaliser, reference);
    level[p] = reference.level;
    scale[p] = reference.scale;
    size[p] = reference.size;
  }
  let longest = 0;
  for (const distance of plan.distance) if (distance > longest) longest = distance;
  return { panel, recipe, plan, values, level, scale, size, longest };
}

/** One value an origin, repeated over its rows. */
function spread(plan: RowPlan, cells: Float64Array): Float64Array {
  if (plan.distance.length === cells.length && plan.first[cells.length] === cells.length) return cells;
  const out = new Float64Array(plan.distance.length);
  for (let p = 0; p < cells.length; p++) {
    const value = cells[p] as number;
    const end = plan.first[p + 1] as number;
    for (let r = plan.first[p] as number; r < end; r++) out[r] = value;
  }
  return out;
}

/** Features that depend on the distance or on the forecast time. */
function rowFeature(derivation: Derivation, feature: Feature): Float64Array {
  const { panel, plan, recipe } = derivation;
  switch (feature.kind) {
    case 'distance':
      return new Float64Array(plan.distance);
    case 'seasonal-lag':
      return seasonalLag(derivation, feature.period, feature.cycle, feature.shift);
    case 'seasonal-mean':
      return seasonalMean(derivation, feature.period, feature.cycles);
    case 'calendar':
      return atForecastTime(derivation, (_, cell) => calendarValue(feature.part, timeOf(panel.grid, cell)));
    case 'event': {
      const cells = panel.series.map(({ id }) => eventCells(recipe.events ?? [], panel.grid, id));
      return atForecastTime(derivation, (s, cell) => eventValue(cells[s] as Int32Array, cell, feature.what));
    }
    case 'known':
      return atForecastTime(derivation, (s, cell) => knownAt(panel, s, feature.column, cell));
    case 'known-change':
      return atForecastTime(derivation, (s, cell) => {
        let sum = 0;
        for (let back = 1; back <= feature.window; back++) sum += knownAt(panel, s, feature.column, cell - back);
        return knownAt(panel, s, feature.column, cell) - sum / feature.window;
      });
    case 'cross':
      return crossSeries(derivation, feature);
    default:
      throw new Error(`A ${feature.kind} feature belongs to the origin, not to the row.`);
  }
}

function knownAt(panel: Panel, series: number, column: number, cell: number): number {
  const one = panel.series[series];
  return one?.known[column]?.[cell - one.start] ?? Number.NaN;
}

function atForecastTime(d: Derivation, valueAt: (series: number, cell: number) => number): Float64Array {
  const { plan, panel } = d;
  const out = new Float64Array(plan.distance.length);
  for (let p = 0; p < plan.series.length; p++) {
    const series = plan.series[p] as number;
    const origin = (panel.series[series]?.start ?? 0) + (plan.origin[p] as number);
    const end = plan.first[p + 1] as number;
    for (let r = plan.first[p] as number; r < end; r++) out[r] = valueAt(series, origin + (plan.distance[r] as number));
  }
  return out;
}

function references(d: Derivation): { centre: Float64Array; scale: Float64Array } {
  const { normaliser } = d.recipe;
  const scale = spread(d.plan, d.scale);
  if (normaliser.centre !== 'seasonal') return { centre: spread(d.plan, d.level), scale };
  const centre = seasonalLag(d, normaliser.period, 0, 0);
  for (let p = 0; p < d.plan.series.length; p++) {
    for (let r = d.plan.first[p] as number; r < (d.plan.first[p + 1] as number); r++) {
      const relative = centre[r] as number;
      const level = d.level[p] as number;
      centre[r] = !Number.isNaN(relative) ? relative * (d.scale[p] as number) + level : level;
    }
  }
  return { centre, scale };
}

/** The target of a row in the units of its normaliser. */
export function normalisedTargets(targets: Float64Array, rows: DerivedRows, normaliser: Normaliser): Float64Array {
  const values = transformValues(targets, normaliser.transform);
  const out = new Float64Array(values.length);
  for (let r = 0; r < out.length; r++) {
    out[r] = ((values[r] as number) - (rows.centre[r] as number)) / (rows.scale[r] as number);
  }
  return out;
}

function columnOf(panel: Panel, feature: Feature, name: string, values: Float64Array): Column {
  const use = feature.kind === 'known' ? 'known' : feature.kind === 'static' ? 'static' : undefined;
  if (use !== undefined && (feature.kind === 'known' || feature.kind === 'static')) {
    const levels = covariatesOf(panel, use)[feature.column]?.levels;
    if (levels !== undefined) {
      const codes = Int32Array.from(values, (code) => (!Number.isNaN(code) ? code : -1));
      return { kind: 'categorical', name, codes, levels };
    }
  }
  return { kind: 'numeric', name, values };
}
