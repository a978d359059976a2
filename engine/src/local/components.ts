/** What a part of a local forecast stands for. */
type ComponentKind = 'level' | 'trend' | 'season' | 'recent';

/** One part of a forecast, step by step. The parts of a forecast add up to it; the level is always the first. */
export interface Component {
  readonly kind: ComponentKind;
  /** Rows of the season, for seasons. */
  readonly period?: number;
  readonly values: Float64Array;
}

const sameComponent = (a: Component, b: Component): boolean => a.kind === b.kind && a.period === b.period;

/** A level that stays where it is. */
export const flatLevel = (level: number, horizon: number): Component => ({
  kind: 'level',
  values: new Float64Array(horizon).fill(level),
});

/** The forecasts the parts add up to. */
export function sumOf(components: readonly Component[]): Float64Array {
  const sum = new Float64Array(components[0]?.values.length ?? 0);
  for (const { values } of components) for (let h = 0; h < sum.length; h += 1) sum[h] = at(sum, h) + at(values, h);
  return sum;
}

/** The mean of several forecasts, part by part. */
export function meanComponents(members: readonly (readonly Component[])[]): Component[] {
  const mean: Component[] = [];
  for (const component of members.flat()) {
    const values = component.values.map((value) => value / members.length);
    const place = mean.findIndex((one) => sameComponent(one, component));
    const before = mean[place];
    if (before === undefined) mean.push({ ...component, values });
    else mean[place] = { ...before, values: before.values.map((value, h) => value + at(values, h)) };
  }
  return mean;
}

/** Parts that nearly cancel each other out give no secant; this share of their size counts as nothing. */
const NOTHING = 1e-9;

/**
 * Parts on the scale of a model brought to the scale of its answers by `restore`, which must be monotone (a logarithm
 * undone, a limit). The level is restored by itself; what the others add together is shared out in proportion to what
 * each of them added before: the integrated gradient of a function of a sum (Aumann and Shapley 1974, "Values of
 * non-atomic games").
 */
export function restoredComponents(
  components: readonly Component[],
  restore: (value: number, step: number) => number,
): Component[] {
  const out = components.map((one) => ({ ...one, values: new Float64Array(one.values.length) }));
  const [first, ...others] = components;
  const [level, ...parts] = out;
  if (first === undefined || level === undefined) return [];
  for (let h = 0; h < first.values.length; h += 1) {
    const start = at(first.values, h);
    let rest = 0;
    let size = 0;
    for (const { values } of others) {
      rest += at(values, h);
      size += Math.abs(at(values, h));
    }
    const whole = restore(start + rest, h);
    const slope = size === 0 ? 0 : slopeOf((value) => restore(value, h), start, rest, NOTHING * size);
    let shared = 0;
    parts.forEach(({ values }, i) => {
      const part = slope * at((others[i] as Component).values, h);
      values[h] = Number.isFinite(part) ? part : 0;
      shared += at(values, h);
    });
    level.values[h] = whole - shared;
  }
  return out;
}

/** Slope of the secant over a step, or of the tangent where the step is too small to tell. */
export function slopeOf(restore: (value: number) => number, start: number, step: number, least: number): number {
  const wide = Math.abs(step) > least ? step : 1e-6 * Math.max(Math.abs(start), least, Number.MIN_VALUE);
  return (restore(start + wide) - restore(start)) / wide;
}

const at = (values: Float64Array, h: number): number => values[h] as number;

/** Seasons longer than this are met by their neighbouring rows as well. */
const SHORTEST_WITH_NEIGHBOURS = 4;

/** The season a lag reaches back by, whole or to a row beside it; the longest where several fit. */
export function seasonOfLag(lag: number, periods: readonly number[]): number | undefined {
  return [...periods]
    .sort((a, b) => b - a)
    .find((period) => {
      const beside = period >= SHORTEST_WITH_NEIGHBOURS ? 1 : 0;
      const seasons = Math.round(lag / period);
      return seasons >= 1 && Math.abs(lag - seasons * period) <= beside;
    });
}
