import { type Duration, duration, earlier, timeOf } from '@almanac/engine';
import {
  type CellAxis,
  cellAt,
  type ProjectPlan,
  type SeriesPart,
  type SeriesPlan,
  type TablePlan,
  type TimeSpan,
} from './plan.ts';

const UNDATED: Training = { method: 'samplePct', startDate: null, endDate: null, duration: null, rowCount: null };

const METHODS = { sample: 'samplePct', window: 'duration', rows: 'rowCount', dates: 'selectedDateRange' } as const;

/** Training share of a model, and the time range it covers once known. */
interface Learned {
  readonly share?: TrainingShare | undefined;
  readonly span?: readonly [number, number] | null;
}

export function trainingOf(
  plan: ProjectPlan,
  partName: string,
  rowCount: number | null,
  { share, span: own }: Learned = {},
): Training {
  const part = spansOf(plan).find(({ name }) => name === partName);
  const span = own ?? (part && ([part.trainStart, part.trainEnd] as const));
  const method = share === undefined ? 'duration' : METHODS[share.kind];
  const made = trainingIn(span, method, rowCount);
  if (share === undefined) return made;
  return { ...made, duration: span && share.kind === 'window' ? share.duration : made.duration, share };
}

function trainingIn(
  span: readonly [number, number] | undefined,
  method: Training['method'],
  rowCount: number | null,
): Training {
  if (span === undefined) return { ...UNDATED, rowCount };
  const [from, to] = span;
  return { method, startDate: isoTime(from), endDate: isoTime(to), duration: isoSpan(from, to), rowCount };
}

/** Everything there is, for a model that goes into production. */
export const trainingOnAll = (plan: ProjectPlan, rowCount: number | null): Training =>
  trainingIn(wholeSpan(plan), 'selectedDateRange', rowCount);

function wholeSpan(plan: ProjectPlan): readonly [number, number] | undefined {
  if (plan.kind === 'series') return [timeOf(plan.grid, plan.firstCell), timeOf(plan.grid, plan.lastCell + 1)];
  const spans = spansOf(plan);
  if (spans.length === 0) return undefined;
  return [Math.min(...spans.map(({ trainStart }) => trainStart)), Math.max(...spans.map(({ to }) => to))];
}

/** The training data of a model. Times are ISO 8601; null in projects without dates. */
export interface Training {
  readonly method: 'duration' | 'rowCount' | 'selectedDateRange' | 'samplePct' | 'useProjectSettings';
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly duration: string | null;
  readonly rowCount: number | null;
  /** Absent: everything before validation. */
  readonly share?: TrainingShare;
}

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** The time between two moments as clients read it: `P0Y0M28D`, `P0Y0M2DT6H0M0S`. Days, because months differ. */
export function isoSpan(from: number, to: number): string {
  const length = Math.max(0, to - from);
  const days = Math.floor(length / DAY);
  const seconds = Math.round((length - days * DAY) / SECOND);
  if (seconds === 0) return `P0Y0M${days}D`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return `P0Y0M${days}DT${hours}H${minutes}M${seconds % 60}S`;
}

export const isoTime = (ms: number): string => new Date(ms).toISOString();

type Sampling = 'random' | 'latest';

/** Selected training data, instead of everything before validation. Times in milliseconds, ends exclusive. */
export type TrainingShare =
  /** So many rows, in projects without dates; `percent` where they were asked for as a share of all. */
  | { readonly kind: 'sample'; readonly rows: number; readonly percent?: number }
  /** So long before every validation. */
  | { readonly kind: 'window'; readonly duration: string; readonly samplePct?: number; readonly sampling?: Sampling }
  /** So many rows before every validation. */
  | { readonly kind: 'rows'; readonly rows: number; readonly sampling: Sampling }
  /** A fixed time range for all parts. */
  | {
      readonly kind: 'dates';
      readonly from: number;
      readonly to: number;
      readonly samplePct?: number;
      readonly sampling?: Sampling;
    };

/** The parts a model with a share can be evaluated on. */
export interface SharedParts {
  readonly evaluated: readonly string[];
  /** Parts it has seen, or that have less before them than the share asks for. */
  readonly exceeded: readonly string[];
  readonly intoValidation: boolean;
  readonly intoHoldout: boolean;
}

const SEEN_NOTHING = { intoValidation: false, intoHoldout: false };

export function sharedParts(plan: ProjectPlan, share: TrainingShare): SharedParts {
  if (share.kind === 'sample') return plan.kind === 'table' ? ofSample(plan, share.rows) : ofNone();
  const spans = spansOf(plan);
  const names = spans.map(({ name }) => name);
  if (share.kind === 'dates') {
    const seen = spans.filter(({ from }) => share.to > from).map(({ name }) => name);
    return {
      ...split(names, (name) => seen.includes(name)),
      intoValidation: seen.includes('backtest_0'),
      intoHoldout: seen.includes('holdout'),
    };
  }
  const short = spans.filter((span) =>
    share.kind === 'rows'
      ? share.rows > (plan.rowCounts[span.name]?.training ?? 0)
      : earlier(span.trainEnd, duration(share.duration)) < span.trainStart,
  );
  return { ...split(names, (name) => short.some((one) => one.name === name)), ...SEEN_NOTHING };
}

const ofNone = (): SharedParts => ({ evaluated: [], exceeded: [], ...SEEN_NOTHING });

/** Rows beyond those of the first fold come from its validation, and then from the holdout. */
function ofSample(plan: TablePlan, rows: number): SharedParts {
  const names = Object.keys(plan.rowCounts);
  const intoValidation = rows > (plan.rowCounts.fold_0?.training ?? 0);
  const intoHoldout = rows > plan.totalRows - (plan.rowCounts.holdout?.validation ?? 0);
  const seen = (name: string) => (name === 'holdout' ? intoHoldout : intoValidation);
  return {
    ...split(names, seen),
    intoValidation,
    intoHoldout,
  };
}

const split = (names: readonly string[], isExceeded: (name: string) => boolean) => ({
  evaluated: names.filter((name) => !isExceeded(name)),
  exceeded: names.filter(isExceeded),
});

interface NamedSpan extends TimeSpan {
  readonly name: string;
}

export const toSpan = ({ timeOf }: Pick<CellAxis, 'timeOf'>, part: SeriesPart): NamedSpan => ({
  name: part.name,
  trainStart: timeOf(part.trainStart),
  trainEnd: timeOf(part.trainEnd + 1),
  from: timeOf(part.from),
  to: timeOf(part.to),
});

/** Backtests, newest first, and the holdout, as stretches of time. */
export function spansOf(plan: ProjectPlan): NamedSpan[] {
  if (plan.kind === 'series') {
    return plan.parts.map((part) => toSpan({ timeOf: (cell) => timeOf(plan.grid, cell) }, part));
  }
  if (plan.partition.method !== 'datetime') return [];
  const { backtests, holdout } = plan.partition;
  const named = backtests.map((span, i) => ({ ...span, name: `backtest_${i}` }));
  return holdout === undefined ? named : [...named, { ...holdout, name: 'holdout' }];
}

/** The training window of a part under a share; shares by rows are counted elsewhere. */
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

/** Training rows of the first fold, in percent of all rows. */
export function trainShare(plan: ProjectPlan): number | null {
  if (plan.kind !== 'table' || plan.partition.method === 'datetime' || plan.partition.method === 'user') return null;
  const { folds, validation, holdout } = plan.partition;
  return Math.round(1e4 * (1 - holdout - (folds > 1 ? (1 - holdout) / folds : validation))) / 100;
}
