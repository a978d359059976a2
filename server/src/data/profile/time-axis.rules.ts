import { detectStep } from '@almanac/engine';
import type { EligibilityReason, QualityIssue, TimeFit } from './profile.types.ts';

/** Share of steps that may be off the grid before windows of time make no sense; the engine asks the same. */
const IRREGULAR_SHARE = 0.05;
/** Share of steps that may be longer multiples: whole days always are multiples of a day, however far apart. */
const GAP_SHARE = 0.5;
const FEWEST_DATES = 3;

export const notADate: TimeFit = unfit('notADate');

function unfit(reason: EligibilityReason): TimeFit {
  return { timeSeriesEligible: false, timeSeriesEligibilityReason: reason, timeStep: null, timeUnit: null };
}

export interface Timestamps {
  /** Milliseconds since 1970, ascending, each once. */
  readonly times: Float64Array;
  /** Rows with a date, and rows without. */
  readonly present: number;
  readonly missing: number;
}

export interface TimeAxisFinding {
  readonly fit: TimeFit;
  /** The same when rows of one time are aggregated. */
  readonly aggregated: TimeFit;
  readonly issues: readonly QualityIssue[];
}

/** Whether a date column could be the time axis of the whole table, taken as one series. */
export function assessTimeAxis({ times, present, missing }: Timestamps): TimeAxisFinding {
  const both = (reason: EligibilityReason) => ({ fit: unfit(reason), aggregated: unfit(reason), issues: [] });
  if (missing > 0) return both('missingDates');
  const step = times.length < FEWEST_DATES ? undefined : detectStep(times);
  if (step === undefined) return both('tooFewDates');
  const off = step.gaps + step.irregular;
  const issues: QualityIssue[] = off > 0 ? [{ issue: 'inconsistentGaps', count: off }] : [];
  const steps = times.length - 1;
  if (step.irregular > IRREGULAR_SHARE * steps || off > GAP_SHARE * steps) return { ...both('irregular'), issues };
  const fit: TimeFit = {
    timeSeriesEligible: true,
    timeSeriesEligibilityReason: 'suitable',
    timeStep: step.step,
    timeUnit: step.unit,
  };
  return { fit: times.length < present ? unfit('notUnique') : fit, aggregated: fit, issues };
}

/** How well stamps keep to a step, to choose between two ways of reading them: 0 is a perfect grid. */
export function irregularity(times: Float64Array): number {
  const step = detectStep(times);
  return step === undefined ? 1 : (step.gaps + step.irregular) / (times.length - 1);
}
