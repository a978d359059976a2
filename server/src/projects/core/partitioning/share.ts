import { type Duration, duration, earlier, timeOf } from '@almanac/engine';
import type { ProjectPlan, SeriesPart, SeriesPlan, TablePlan, TimeSpan } from './plan.ts';
import { cellAt } from './series-lengths.ts';

type Sampling = 'random' | 'latest';

/** What a model learns from instead of everything before its validation. Times in milliseconds, ends exclusive. */
export type TrainingShare =
  /** So many rows, in projects without dates. */
  | { readonly kind: 'sample'; readonly rows: number }
  /** So long before every validation. */
  | { readonly kind: 'window'; readonly duration: string; readonly samplePct?: number; readonly sampling?: Sampling }
  /** So many rows before every validation. */
  | { readonly kind: 'rows'; readonly rows: number; readonly sampling: Sampling }
  /** This stretch, whatever is judged. */
  | {
      readonly kind: 'dates';
      readonly from: number;
      readonly to: number;
      readonly samplePct?: number;
      readonly sampling?: Sampling;
    };

/** Which parts a model with a share can still be judged on. */
export interface SharedParts {
  readonly judged: readonly string[];
  /** Parts it has seen, or that have less before them than the share asks for. */
  readonly exceeded: readonly string[];
  readonly intoValidation: boolean;
  readonly intoHoldout: boolean;
}

const SEEN_NOTHING = { intoValidation: false, intoHoldout: false };

export function sharedParts(plan: ProjectPlan, share: TrainingShare): SharedParts {
  if (share.kind === 'sample') return plan.kind === 'table' ? ofSample(plan, share.rows) : ofNone();
  const spans = spansOf(plan);
  if (share.kind === 'dates') {
    const seen = spans.filter(({ from }) => share.to > from).map(({ name }) => name);
    return {
      ...split(spans, (name) => seen.includes(name)),
      intoValidation: seen.includes('backtest_0'),
      intoHoldout: seen.includes('holdout'),
    };
  }
  const short = spans.filter((span) =>
    share.kind === 'rows'
      ? share.rows > (plan.rowCounts[span.name]?.training ?? 0)
      : earlier(span.trainEnd, duration(share.duration)) < span.trainStart,
  );
  return { ...split(spans, (name) => short.some((one) => one.name === name)), ...SEEN_NOTHING };
}

const ofNone = (): SharedParts => ({ judged: [], exceeded: [], ...SEEN_NOTHING });

/** Rows beyond those of the first fold come from its validation, and then from the holdout. */
function ofSample(plan: TablePlan, rows: number): SharedParts {
  const names = Object.keys(plan.rowCounts);
  const intoValidation = rows > (plan.rowCounts.fold_0?.training ?? 0);
  const intoHoldout = rows > plan.totalRows - (plan.rowCounts.holdout?.validation ?? 0);
  const seen = (name: string) => (name === 'holdout' ? intoHoldout : intoValidation);
  return {
    ...split(
      names.map((name) => ({ name })),
      seen,
    ),
    intoValidation,
    intoHoldout,
  };
}

function split(spans: readonly { readonly name: string }[], isExceeded: (name: string) => boolean) {
  const names = spans.map(({ name }) => name);
  return { judged: names.filter((name) => !isExceeded(name)), exceeded: names.filter(isExceeded) };
}

interface NamedSpan extends TimeSpan {
  readonly name: string;
}

/** Backtests, newest first, and the holdout, as stretches of time. */
export function spansOf(plan: ProjectPlan): NamedSpan[] {
  if (plan.kind === 'series') {
    return plan.parts.map(({ name, trainStart, trainEnd, from, to }) => ({
      name,
      trainStart: timeOf(plan.grid, trainStart),
      trainEnd: timeOf(plan.grid, trainEnd + 1),
      from: timeOf(plan.grid, from),
      to: timeOf(plan.grid, to),
    }));
  }
  if (plan.partition.method !== 'datetime') return [];
  const { backtests, holdout } = plan.partition;
  const named = backtests.map((span, i) => ({ ...span, name: `backtest_${i}` }));
  return holdout === undefined ? named : [...named, { ...holdout, name: 'holdout' }];
}

/** The stretch of time a share leaves of what lies before a part; rows are counted elsewhere. */
export function sharedSpan(span: Pick<TimeSpan, 'trainStart' | 'trainEnd'>, share: TrainingShare) {
  if (share.kind === 'dates') return { trainStart: share.from, trainEnd: share.to };
  if (share.kind !== 'window') return { trainStart: span.trainStart, trainEnd: span.trainEnd };
  const asked: Duration = duration(share.duration);
  return { trainStart: Math.max(span.trainStart, earlier(span.trainEnd, asked)), trainEnd: span.trainEnd };
}

/** The same on the cells of a forecasting project. */
export function sharedCells(plan: SeriesPlan, part: SeriesPart, share: TrainingShare): SeriesPart {
  const axis = { first: plan.firstCell, last: plan.lastCell, timeOf: (cell: number) => timeOf(plan.grid, cell) };
  const usual = { trainStart: axis.timeOf(part.trainStart), trainEnd: axis.timeOf(part.trainEnd + 1) };
  const { trainStart, trainEnd } = sharedSpan(usual, share);
  return { ...part, trainStart: cellAt(axis, trainStart), trainEnd: cellAt(axis, trainEnd) - 1 };
}

/** Share of all rows a model of the first fold learns from, in percent. */
export function trainShare(plan: ProjectPlan): number | null {
  if (plan.kind !== 'table' || plan.partition.method === 'datetime' || plan.partition.method === 'user') return null;
  const { folds, validation, holdout } = plan.partition;
  return Math.round(1e4 * (1 - holdout - (folds > 1 ? (1 - holdout) / folds : validation))) / 100;
}
