import { timeOf } from '@almanac/engine';
import type { Training } from '../models/model.tables.ts';
import { isoSpan, isoTime } from './iso-span.ts';
import type { ProjectPlan } from './plan.ts';

const UNDATED: Training = { method: 'samplePct', startDate: null, endDate: null, duration: null, rowCount: null };

/** Which stretch a fit on one part learns from. */
export function trainingOf(plan: ProjectPlan, partName: string, rowCount: number | null): Training {
  const span = spanOf(plan, partName);
  if (span === undefined) return { ...UNDATED, rowCount };
  const [from, to] = span;
  return { method: 'duration', startDate: isoTime(from), endDate: isoTime(to), duration: isoSpan(from, to), rowCount };
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
