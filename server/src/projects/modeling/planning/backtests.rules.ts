import { duration, EngineProblem, earlier, type Windows } from '@almanac/engine';
import {
  type CellAxis,
  cellAt,
  type SeriesPart,
  type SeriesPlan,
  type TimeSpan,
} from '../../core/partitioning/plan.ts';

/** Requested backtests and holdout; null where not given. Times in milliseconds, ends exclusive. */
export interface PartitionRequest {
  readonly numberOfBacktests: number | null;
  readonly disableHoldout: boolean;
  /** ISO 8601 durations. */
  readonly validationDuration: string | null;
  readonly gapDuration: string | null;
  readonly holdout: { readonly start: number; readonly end: number } | null;
  readonly backtests: readonly BacktestRequest[];
}

interface BacktestRequest {
  readonly index: number;
  readonly validationStart: number;
  readonly validationEnd: number;
  readonly trainingStart: number | null;
  readonly trainingEnd: number | null;
  readonly gapDuration: string | null;
}

const DEFAULT_BACKTESTS = 3;
/** Forecast windows one validation window holds at most, unless its length is given. */
const MOST_WINDOWS = 4;
/** Least cells to learn from in the oldest backtest. */
const LEAST_TRAINING = 4;

/** Lays holdout and backtests on the cells, newest first; refuses what does not leave anything to learn from. */
export function seriesParts(
  request: PartitionRequest,
  windows: Windows,
  axis: CellAxis,
): { readonly alignment: SeriesPlan['alignment']; readonly parts: SeriesPart[] } {
  const dated = request.holdout !== null || request.backtests.length > 0;
  const steps = validationSteps(request, windows, axis);
  const gap = request.gapDuration === null ? 0 : stepsOf(request.gapDuration, axis);
  const parts: SeriesPart[] = [];
  let end = axis.last + 1;
  if (!request.disableHoldout) {
    const from = request.holdout === null ? end - steps : cellAt(axis, request.holdout.start);
    const to = request.holdout === null ? end : Math.min(end, cellAt(axis, request.holdout.end));
    parts.push(part('holdout', from, to, gap, windows, axis));
    end = from;
  }
  const count = backtestCount(request, steps, end, axis);
  for (let i = 0; i < count; i++) {
    const requested = request.backtests.find(({ index }) => index === i);
    const made =
      requested === undefined
        ? part(`backtest_${i}`, end - steps, end, gap, windows, axis)
        : requestedPart(requested, gap, windows, axis);
    parts.push(made);
    end = made.from;
  }
  for (const one of parts) refuseEmpty(one, axis);
  return { alignment: dated ? 'calendar' : 'own end', parts };
}

function part(name: string, from: number, to: number, gap: number, windows: Windows, axis: CellAxis): SeriesPart {
  return { name, trainStart: axis.first, trainEnd: from - gap - 1, points: pointsIn(from, to, windows), from, to };
}

function requestedPart(requested: BacktestRequest, usualGap: number, windows: Windows, axis: CellAxis): SeriesPart {
  const from = cellAt(axis, requested.validationStart);
  const to = Math.min(axis.last + 1, cellAt(axis, requested.validationEnd));
  const gap = requested.gapDuration === null ? usualGap : stepsOf(requested.gapDuration, axis);
  const made = part(`backtest_${requested.index}`, from, to, gap, windows, axis);
  return {
    ...made,
    ...(requested.trainingStart === null
      ? {}
      : { trainStart: Math.max(axis.first, cellAt(axis, requested.trainingStart)) }),
    ...(requested.trainingEnd === null ? {} : { trainEnd: Math.min(from, cellAt(axis, requested.trainingEnd)) - 1 }),
  };
}

/** Forecast points whose windows tile the cells; each cell is evaluated once. */
function pointsIn(from: number, to: number, { first, last }: Windows): number[] {
  const points: number[] = [];
  for (let start = from; start < to; start += last - first + 1) points.push(start - first);
  return points;
}

function validationSteps(request: PartitionRequest, windows: Windows, axis: CellAxis): number {
  if (request.validationDuration !== null) return Math.max(1, stepsOf(request.validationDuration, axis));
  const window = windows.last - windows.first + 1;
  return window * Math.max(1, Math.min(MOST_WINDOWS, Math.floor((0.05 * axis.typicalLength) / window)));
}

/** As requested; by default as many as leave half of the history for training. */
function backtestCount(request: PartitionRequest, steps: number, end: number, axis: CellAxis): number {
  if (request.numberOfBacktests !== null) return request.numberOfBacktests;
  if (request.backtests.length > 0) return 1 + Math.max(...request.backtests.map(({ index }) => index));
  const length = Math.min(end - axis.first, axis.typicalLength);
  return Math.max(1, Math.min(DEFAULT_BACKTESTS, Math.floor((0.5 * length) / steps)));
}

function stepsOf(text: string, axis: CellAxis): number {
  const end = axis.timeOf(axis.last + 1);
  return axis.last + 1 - cellAt(axis, earlier(end, duration(text)));
}

function refuseEmpty(made: SeriesPart, axis: CellAxis): void {
  const wrong =
    made.to <= made.from || made.from > axis.last
      ? 'nothing to evaluate'
      : made.trainEnd - Math.max(made.trainStart, axis.first) + 1 < LEAST_TRAINING
        ? 'too little history to train on'
        : undefined;
  if (wrong === undefined) return;
  const field = made.name === 'holdout' ? 'holdoutStartDate' : 'numberOfBacktests';
  throw new EngineProblem(
    'aim.too_short',
    `${made.name === 'holdout' ? 'The holdout' : `Backtest ${made.name.slice(9)}`} has ${wrong}: the data have ` +
      `${axis.last - axis.first + 1} time steps. Ask for fewer backtests, a shorter validation, gap or holdout, or ` +
      'upload more history.',
    { column: field },
  );
}

/** Default share of the whole time range for one validation. */
const USUAL_SHARE = 0.1;

/** Backtests and holdout of date-ordered rows as time ranges, newest first. */
export function timeSpans(
  request: PartitionRequest,
  data: { readonly first: number; readonly last: number },
): { readonly backtests: TimeSpan[]; readonly holdout?: TimeSpan } {
  const end = data.last + 1;
  const count =
    request.numberOfBacktests ?? Math.max(DEFAULT_BACKTESTS, ...request.backtests.map(({ index }) => index + 1));
  const usual = Math.max(1, Math.floor((end - data.first) * Math.min(USUAL_SHARE, 0.5 / (count + 1))));
  const before = (time: number): number =>
    request.validationDuration === null ? time - usual : earlier(time, duration(request.validationDuration));
  const gapBefore = (time: number, gap: string | null): number => (gap === null ? time : earlier(time, duration(gap)));
  const span = (from: number, to: number, gap: string | null): TimeSpan => ({
    trainStart: data.first,
    trainEnd: gapBefore(from, gap),
    from,
    to,
  });
  const held = request.disableHoldout
    ? undefined
    : span(request.holdout?.start ?? before(end), Math.min(end, request.holdout?.end ?? end), request.gapDuration);
  const backtests: TimeSpan[] = [];
  let edge = held?.from ?? end;
  for (let i = 0; i < count; i++) {
    const requested = request.backtests.find(({ index }) => index === i);
    const made =
      requested === undefined
        ? span(before(edge), edge, request.gapDuration)
        : requestedSpan(requested, span, request.gapDuration);
    backtests.push(made);
    edge = made.from;
  }
  for (const [i, one] of backtests.entries()) {
    if (one.trainEnd <= one.trainStart || one.to <= one.from) throw tooShort(`Backtest ${i}`);
  }
  if (held !== undefined && (held.trainEnd <= held.trainStart || held.to <= held.from)) throw tooShort('The holdout');
  return held === undefined ? { backtests } : { backtests, holdout: held };
}

function requestedSpan(
  requested: BacktestRequest,
  span: (from: number, to: number, gap: string | null) => TimeSpan,
  gap: string | null,
): TimeSpan {
  const made = span(requested.validationStart, requested.validationEnd, requested.gapDuration ?? gap);
  return {
    ...made,
    ...(requested.trainingStart === null ? {} : { trainStart: requested.trainingStart }),
    ...(requested.trainingEnd === null ? {} : { trainEnd: Math.min(made.from, requested.trainingEnd) }),
  };
}

const tooShort = (what: string): EngineProblem =>
  new EngineProblem(
    'aim.too_short',
    `${what} has nothing to train on or nothing to evaluate. Ask for fewer backtests, a shorter validation, gap or ` +
      'holdout, or upload more history.',
    { column: 'numberOfBacktests' },
  );
