import { duration, EngineProblem, earlier } from '@almanac/engine';
import type { TimeSpan } from '../../core/partitioning/plan.ts';
import type { BacktestWish, PartWishes } from './series-parts.rules.ts';

const DEFAULT_BACKTESTS = 3;
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
      wish === undefined ? span(before(edge), edge, wishes.gapDuration) : asWished(wish, span, wishes.gapDuration);
    backtests.push(made);
    edge = made.from;
  }
  for (const [i, one] of backtests.entries()) {
    if (one.trainEnd <= one.trainStart || one.to <= one.from) throw tooShort(`Backtest ${i}`);
  }
  if (held !== undefined && (held.trainEnd <= held.trainStart || held.to <= held.from)) throw tooShort('The holdout');
  return held === undefined ? { backtests } : { backtests, holdout: held };
}

function asWished(
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
