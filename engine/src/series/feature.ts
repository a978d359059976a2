import type { CalendarPart } from './calendar.ts';
import { covariatesOf, type Panel } from './panel.ts';
import type { TimeGrid, TimeUnit } from './time-unit.ts';

const ROLLING_STATS = ['mean', 'std', 'min', 'max', 'median', 'slope'] as const;
export type RollingStat = (typeof ROLLING_STATS)[number];

/**
 * One derived feature, as data. Every position is given as steps back from the last readable cell, or as a whole
 * number of seasons before the forecast time; there is no way to write down a cell after the forecast point. Only the
 * calendar, events and known-in-advance columns are looked up at the forecast time itself.
 */
export type Feature =
  | { readonly kind: 'distance' }
  /** Value `back` steps before the last readable cell. */
  | { readonly kind: 'lag'; readonly back: number }
  /** Value at the phase of the forecast time, in the newest readable season or `cycle` seasons before it. */
  | { readonly kind: 'seasonal-lag'; readonly period: number; readonly cycle: number; readonly shift: -1 | 0 | 1 }
  /** Mean of that phase over the newest seasons. */
  | { readonly kind: 'seasonal-mean'; readonly period: number; readonly cycles: number }
  | { readonly kind: 'rolling'; readonly window: number; readonly stat: RollingStat }
  /** Mean of the newest window minus mean of the window before it. */
  | { readonly kind: 'change'; readonly window: number }
  /** Newest value minus the value `back` steps before it. */
  | { readonly kind: 'difference'; readonly back: number }
  /** Mean over the newest season of the change against the season before. */
  | { readonly kind: 'seasonal-difference'; readonly period: number }
  | { readonly kind: 'zero-share'; readonly window: number }
  | { readonly kind: 'since-non-zero'; readonly window: number }
  /** Logarithm of the origin's scale against its level: how noisy a series is. */
  | { readonly kind: 'roughness' }
  /** Logarithm of the level: how large a series is. */
  | { readonly kind: 'volume' }
  /** Cells of history before the origin, up to the derivation window. */
  | { readonly kind: 'age' }
  | { readonly kind: 'calendar'; readonly part: CalendarPart }
  /** Event table: is the forecast time an event, steps until the next one, steps since the last one. */
  | { readonly kind: 'event'; readonly what: 'now' | 'until' | 'since' }
  | { readonly kind: 'known'; readonly column: number }
  | { readonly kind: 'known-change'; readonly column: number; readonly window: number }
  | { readonly kind: 'observed'; readonly column: number; readonly back: number }
  | { readonly kind: 'observed-mean'; readonly column: number; readonly window: number }
  | { readonly kind: 'static'; readonly column: number }
  /** Aggregate over all series (`group` -1) or those that share a static value, relative to its own level. */
  | {
      readonly kind: 'cross';
      readonly group: number;
      readonly stat: 'lag' | 'seasonal';
      readonly period: number;
      /** Sums instead of means: series that begin or end change it. */
      readonly total?: boolean;
    };

/** Name of the derived column; stable, because models refer to columns by name. */
export function featureName(feature: Feature, columns: FeatureColumns): string {
  switch (feature.kind) {
    case 'distance':
      return 'forecast distance';
    case 'lag':
      return `${columns.target} (${feature.back} back)`;
    case 'seasonal-lag':
      return `${columns.target} (season of ${feature.period}, ${feature.cycle} back${shiftText(feature.shift)})`;
    case 'seasonal-mean':
      return `${columns.target} (mean of ${feature.cycles} seasons of ${feature.period})`;
    case 'rolling':
      return `${columns.target} (${feature.window} cell ${feature.stat})`;
    case 'change':
      return `${columns.target} (change of ${feature.window} cell mean)`;
    case 'difference':
      return `${columns.target} (difference to ${feature.back} back)`;
    case 'seasonal-difference':
      return `${columns.target} (change of season of ${feature.period})`;
    case 'zero-share':
      return `${columns.target} (share of zeros in ${feature.window})`;
    case 'since-non-zero':
      return `${columns.target} (cells since non-zero)`;
    case 'roughness':
    case 'volume':
    case 'age':
      return `${columns.target} (${feature.kind})`;
    case 'calendar':
      return `calendar ${feature.part}`;
    case 'event':
      return `event ${feature.what}`;
    case 'known':
      return `${columns.known[feature.column]} (known)`;
    case 'known-change':
      return `${columns.known[feature.column]} (against its ${feature.window} cell mean)`;
    case 'observed':
      return `${columns.observed[feature.column]} (${feature.back} back)`;
    case 'observed-mean':
      return `${columns.observed[feature.column]} (${feature.window} cell mean)`;
    case 'static':
      return `${columns.statics[feature.column]}`;
    case 'cross':
      return `${columns.target} (${feature.group < 0 ? 'total' : `by ${columns.statics[feature.group]}`} ${feature.stat} ${feature.period})`;
  }
}

interface FeatureColumns {
  readonly target: string;
  readonly known: readonly string[];
  readonly observed: readonly string[];
  readonly statics: readonly string[];
}

const shiftText = (shift: number): string => (shift === 0 ? '' : shift > 0 ? ', one later' : ', one earlier');

/**
 * Steps back from the last readable cell to the phase of a forecast time `distance` steps ahead. A season shorter
 * than the distance is taken as often as needed, so the answer is never negative.
 */
export function seasonalBack(period: number, distance: number, cycle: number, shift: number): number {
  const back = period * Math.ceil(distance / period) + cycle * period - distance - shift;
  return back < 0 ? back + period : back;
}

/** The columns of a panel as the names of derived features say them. */
export const featureColumns = (panel: Panel): FeatureColumns => ({
  target: panel.target,
  known: covariatesOf(panel, 'known').map(({ name }) => name),
  observed: covariatesOf(panel, 'observed').map(({ name }) => name),
  statics: covariatesOf(panel, 'static').map(({ name }) => name),
});

/** Well-known cycles, by the units they are counted in. */
const CYCLES: Partial<Record<TimeUnit, Readonly<Record<number, string>>>> = {
  SECOND: { 60: 'every minute', 3600: 'hourly', 86400: 'daily' },
  MINUTE: { 60: 'hourly', 1440: 'daily', 10080: 'weekly' },
  HOUR: { 24: 'daily', 168: 'weekly', 8760: 'yearly', 8766: 'yearly' },
  DAY: { 7: 'weekly', 30: 'monthly', 365: 'yearly', 366: 'yearly' },
  WEEK: { 52: 'yearly', 53: 'yearly' },
  MONTH: { 3: 'quarterly', 6: 'half-yearly', 12: 'yearly' },
  QUARTER: { 2: 'half-yearly', 4: 'yearly' },
};

/** A season of so many steps in words: `Season (yearly)` for 12 months, `Season (10 days)` where there is no word. */
export function seasonName({ unit, step }: TimeGrid, period: number): string {
  const length = period * step;
  return `Season (${CYCLES[unit]?.[length] ?? `${length} ${unit.toLowerCase()}s`})`;
}
