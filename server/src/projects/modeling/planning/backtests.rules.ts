import { duration, EngineProblem, earlier, type Windows } from '@almanac/engine';
import {
  type CellAxis,
  cellAt,
  type SeriesPart,
  type SeriesPlan,
  type TimeSpan,
} from '../../core/partitioning/plan.ts';

/** What was asked for about backtests and holdout; null where nothing was. Times in milliseconds, ends exclusive. */
export interface PartWishes {
  readonly numberOfBacktests: number | null;
  readonly disableHoldout: boolean;
  /** ISO 8601 durations. */
  readonly validationDuration: string | null;
  readonly gapDuration: string | null;
  readonly holdout: { readonly start: number; readonly end: number } | null;
  readonly backtests: readonly BacktestWish[];
}

interface BacktestWish {
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
  wishes: PartWishes,
  windows: Windows,
  axis: CellAxis,
): { readonly alignment: SeriesPlan['alignment']; readonly parts: SeriesPart[] } {
  const dated = wishes.holdout !== null || wishes.backtests.length > 0;
  const steps = validationSteps(wishes, windows, axis);
  const gap = wishes.gapDuration === null ? 0 : stepsOf(wishes.gapDuration, axis);
  const parts: SeriesPart[] = [];
  let end = axis.last + 1;
  if (!wishes.disableHoldout) {
    const from = wishes.holdout === null ? end - steps : cellAt(axis, wishes.holdout.start);
    const to = wishes.holdout === null ? end : Math.min(end, cellAt(axis, wishes.holdout.end));
    parts.push(part('holdout', from, to, gap, windows, axis));
    end = from;
  }
  const count = backtestCount(wishes, steps, end, axis);
  for (let i = 0; i < count; i++) {
    const wish = wishes.backtests.find(({ index }) => index === i);
    const made =
      wish === undefined
        ? part(`backtest_${i}`, end - steps, end, gap, windows, axis)
        : requestedPart(wish, gap, windows, axis);
    parts.push(made);
    end = made.from;
  }
  for (const one of parts) refuseEmpty(one, axis);
  return { alignment: dated ? 'calendar' : 'own end', parts };
}

function part(name: string, from: number, to: number, gap: number, windows: Windows, axis: CellAxis): SeriesPart {
  return { name, trainStart: axis.first, trainEnd: from - gap - 1, points: pointsIn(from, to, windows), from, to };
}

function requestedPart(wish: BacktestWish, usualGap: number, windows: Windows, axis: CellAxis): SeriesPart {
  const from = cellAt(axis, wish.validationStart);
  const to = Math.min(axis.last + 1, cellAt(axis, wish.validationEnd));
  const gap = wish.gapDuration === null ? usualGap : stepsOf(wish.gapDuration, axis);
  const made = part(`backtest_${wish.index}`, from, to, gap, windows, axis);
  return {
    ...made,
    ...(wish.trainingStart === null ? {} : { trainStart: Math.max(axis.first, cellAt(axis, wish.trainingStart)) }),
    ...(wish.trainingEnd === null ? {} : { trainEnd: Math.min(from, cellAt(axis, wish.trainingEnd)) - 1 }),
  };
}

/** Forecast points whose windows tile the cells; each cell is judged once. */
function pointsIn(from: number, to: number, { first, last }: Windows): number[] {
  const points: number[] = [];
  for (let start = from; start < to; start += last - first + 1) points.push(start - first);
  return points;
}

function validationSteps(wishes: PartWishes, windows: Windows, axis: CellAxis): number {
  if (wishes.validationDuration !== null) return Math.max(1, stepsOf(wishes.validationDuration, axis));
  const window = windows.last - windows.first + 1;
  return window * Math.max(1, Math.min(MOST_WINDOWS, Math.floor((0.05 * axis.typicalLength) / window)));
}

/** As many as asked for; unasked, no more than leave half of the history for learning. */
function backtestCount(wishes: PartWishes, steps: number, end: number, axis: CellAxis): number {
  if (wishes.numberOfBacktests !== null) return wishes.numberOfBacktests;
  if (wishes.backtests.length > 0) return 1 + Math.max(...wishes.backtests.map(({ index }) => index));
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
      ? 'nothing to judge'
      : made.trainEnd - Math.max(made.trainStart, axis.first) + 1 < LEAST_TRAINING
        ? 'too little history to learn from'
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

/** Part of the whole time that one validation takes when nobody says how long it should be. */
const USUAL_SHARE = 0.1;

/** Backtests and holdout of rows with dates: stretches of time, newest first, each learned before it is judged. */
export function timeSpans(
  wishes: PartWishes,
  data: { readonly first: number; readonly last: number },
): { readonly backtests: TimeSpan[]; readonly holdout?: TimeSpan } {
  const end = data.last + 1;
  const count =
    wishes.numberOfBacktests ?? Math.max(DEFAULT_BACKTESTS, ...wishes.backtests.map(({ index }) => index + 1));
  const usual = Math.max(1, Math.floor((end - data.first) * Math.min(USUAL_SHARE, 0.5 / (count + 1))));
  const before = (time: number): number =>
    wishes.validationDuration === null ? time - usual : earlier(time, duration(wishes.validationDuration));
  const gapBefore = (time: number, gap: string | null): number => (gap === null ? time : earlier(time, duration(gap)));
  const span = (from: number, to: number, gap: string | null): TimeSpan => ({
    trainStart: data.first,
    trainEnd: gapBefore(from, gap),
    from,
    to,
  });
  const held = wishes.disableHoldout
    ? undefined
    : span(wishes.holdout?.start ?? before(end), Math.min(end, wishes.holdout?.end ?? end), wishes.gapDuration);
  const backtests: TimeSpan[] = [];
  let edge = held?.from ?? end;
  for (let i = 0; i < count; i++) {
    const wish = wishes.backtests.find(({ index }) => index === i);
    const made =
      wish === undefined ? span(before(edge), edge, wishes.gapDuration) : requestedSpan(wish, span, wishes.gapDuration);
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
  wish: BacktestWish,
  span: (from: number, to: number, gap: string | null) => TimeSpan,
  gap: string | null,
): TimeSpan {
  const made = span(wish.validationStart, wish.validationEnd, wish.gapDuration ?? gap);
  return {
    ...made,
    ...(wish.trainingStart === null ? {} : { trainStart: wish.trainingStart }),
    ...(wish.trainingEnd === null ? {} : { trainEnd: Math.min(made.from, wish.trainingEnd) }),
  };
}

const tooShort = (what: string): EngineProblem =>
  new EngineProblem(
    'aim.too_short',
    `${what} has nothing to learn from or nothing to judge. Ask for fewer backtests, a shorter validation, gap or ` +
      'holdout, or upload more history.',
    { column: 'numberOfBacktests' },
  );
