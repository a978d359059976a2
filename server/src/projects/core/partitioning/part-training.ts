import { timeOf } from '@almanac/engine';
import { isoSpan, isoTime } from './iso-span.ts';
import type { ProjectPlan } from './plan.ts';
import type { TrainingShare } from './share.ts';

const UNDATED: Training = { method: 'samplePct', startDate: null, endDate: null, duration: null, rowCount: null };

const METHODS = { sample: 'samplePct', window: 'duration', rows: 'rowCount', dates: 'selectedDateRange' } as const;

/** What a model with a share learned from, or will: `learned` is the stretch as it turned out. */
export interface Learned {
  readonly share?: TrainingShare | undefined;
  readonly span?: readonly [number, number] | null;
}

/** Which stretch a fit on one part learns from. */
export function trainingOf(
  plan: ProjectPlan,
  partName: string,
  rowCount: number | null,
  { share, span: own }: Learned = {},
): Training {
  const asked = share === undefined ? {} : { share };
  const span = own ?? spanOf(plan, partName);
  if (span === undefined) return { ...UNDATED, rowCount, ...asked };
  const [from, to] = span;
  return {
    method: share === undefined ? 'duration' : METHODS[share.kind],
    startDate: isoTime(from),
    endDate: isoTime(to),
    duration: share?.kind === 'window' ? share.duration : isoSpan(from, to),
    rowCount,
    ...asked,
  };
}

/** Everything there is, for a model that goes into production. */
export function trainingOnAll(plan: ProjectPlan, rowCount: number | null): Training {
  const span = wholeSpan(plan);
  if (span === undefined) return { ...UNDATED, rowCount };
  const [from, to] = span;
  return {
    method: 'selectedDateRange',
    startDate: isoTime(from),
    endDate: isoTime(to),
    duration: isoSpan(from, to),
    rowCount,
  };
}

function wholeSpan(plan: ProjectPlan): readonly [number, number] | undefined {
  if (plan.kind === 'series') return [timeOf(plan.grid, plan.firstCell), timeOf(plan.grid, plan.lastCell + 1)];
  if (plan.partition.method !== 'datetime') return undefined;
  const { backtests, holdout } = plan.partition;
  const spans = holdout === undefined ? backtests : [...backtests, holdout];
  return [Math.min(...spans.map(({ trainStart }) => trainStart)), Math.max(...spans.map(({ to }) => to))];
}

function spanOf(plan: ProjectPlan, name: string): readonly [number, number] | undefined {
  if (plan.kind === 'series') {
    const part = plan.parts.find((one) => one.name === name);
    return part && [timeOf(plan.grid, part.trainStart), timeOf(plan.grid, part.trainEnd + 1)];
  }
  if (plan.partition.method !== 'datetime') return undefined;
  const { backtests, holdout } = plan.partition;
  const part = name === 'holdout' ? holdout : backtests[Number(name.slice(name.indexOf('_') + 1))];
  return part && [part.trainStart, part.trainEnd];
}

/** Which stretch of the data a model learned from. Times are ISO 8601; null in projects without dates. */
export interface Training {
  readonly method: 'duration' | 'rowCount' | 'selectedDateRange' | 'samplePct' | 'useProjectSettings';
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly duration: string | null;
  readonly rowCount: number | null;
  /** What was asked for, where it is not everything before validation. */
  readonly share?: TrainingShare;
}
