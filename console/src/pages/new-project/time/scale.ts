import type { Partitioning } from '../../../api/projects.ts';

export interface Bar {
  readonly kind: 'training' | 'gap' | 'validation' | 'holdout';
  readonly from: number;
  readonly to: number;
}

export interface Lane {
  readonly name: string;
  readonly bars: readonly Bar[];
}

const time = (iso: string | null): number => (iso === null ? Number.NaN : Date.parse(iso));
const real = ({ from, to }: Bar): boolean => to > from;

/** Every backtest as a lane, newest last as time goes, and the holdout below them. */
export function lanesOf(plan: Partitioning): readonly Lane[] {
  const backtests = plan.backtests.map((one) => ({
    name: `Backtest ${one.index + 1}`,
    bars: (
      [
        { kind: 'training', from: time(one.primaryTrainingStartDate), to: time(one.primaryTrainingEndDate) },
        { kind: 'gap', from: time(one.gapStartDate), to: time(one.gapEndDate) },
        { kind: 'validation', from: time(one.validationStartDate), to: time(one.validationEndDate) },
      ] as const
    ).filter(real),
  }));
  if (plan.holdoutStartDate === null) return backtests.reverse();
  const holdout = {
    name: 'Holdout',
    bars: (
      [
        { kind: 'training', from: time(plan.primaryTrainingStartDate), to: time(plan.primaryTrainingEndDate) },
        { kind: 'gap', from: time(plan.gapStartDate), to: time(plan.gapEndDate) },
        { kind: 'holdout', from: time(plan.holdoutStartDate), to: time(plan.holdoutEndDate) },
      ] as const
    ).filter(real),
  };
  return [...backtests.reverse(), holdout];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

export function rangeOf(lanes: readonly Lane[]): Range {
  const bars = lanes.flatMap((lane) => lane.bars);
  return { from: Math.min(...bars.map(({ from }) => from)), to: Math.max(...bars.map(({ to }) => to)) };
}

/** From a value to its place between `left` and `right`. */
export const placed =
  ({ from, to }: Range, left: number, right: number) =>
  (value: number): number =>
    to === from ? left : left + ((value - from) / (to - from)) * (right - left);

/** Evenly spaced moments to write below, both ends among them. */
export const ticks = ({ from, to }: Range, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

/** `2026-05-27`, with the hour when days are too coarse for the range. */
export function dateText(value: number, { from, to }: Range): string {
  const iso = new Date(value).toISOString();
  return to - from < 3 * 86_400_000 ? iso.slice(0, 16).replace('T', ' ') : iso.slice(0, 10);
}
