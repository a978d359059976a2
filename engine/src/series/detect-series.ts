import { EngineProblem } from '../core/engine-problem.ts';
import { type Column, column, type Frame } from '../frame/frame.ts';
import { groupBySeries, type SeriesRows } from './group-series.ts';
import { type TimeUnit, unitMilliseconds } from './time-unit.ts';

/** What was found for one way of telling series apart. */
export interface SeriesDetection {
  readonly dateColumn: string;
  /** Empty for one single series. */
  readonly idColumns: readonly string[];
  readonly series: number;
  readonly timestamps: number;
  readonly eligible: boolean;
  /** Null where no common step was found; such data can still be modelled with ROW windows. */
  readonly timeUnit: TimeUnit | null;
  readonly timeStep: number | null;
  readonly gaps: number;
  readonly duplicates: number;
  readonly irregular: number;
  /** Sentences that name column, series and first offending row; empty when there is nothing to say. */
  readonly reasons: readonly string[];
}

/** Share of steps that may be off the grid before time windows make no sense. */
const IRREGULAR_SHARE = 0.05;

/** Analyses a date column against candidate id columns (all of them together form one key). */
export function detectSeries(table: Frame, dateColumn: string, idColumns: readonly string[]): SeriesDetection {
  const dates = dateValues(column(table, dateColumn));
  if (table.rows === 0) {
    throw new EngineProblem('series.empty', `The table has no rows, so "${dateColumn}" shows no time step.`, {
      column: dateColumn,
    });
  }
  const groups = groupBySeries(table, dates, dateColumn, idColumns);
  const findings = groups.map((group) => ({ group, step: detectStep(uniqueTimes(dates, group)) }));
  const common = commonStep(findings.flatMap(({ step }) => (step === undefined ? [] : [step])));
  const reasons: string[] = [];
  let duplicates = 0;
  let gaps = 0;
  let irregular = 0;
  let steps = 0;
  for (const { group, step } of findings) {
    const repeated = firstDuplicate(dates, group);
    if (repeated.count > 0 && duplicates === 0) reasons.push(duplicateText(dateColumn, idColumns, group, repeated.row));
    duplicates += repeated.count;
    if (step === undefined) continue;
    gaps += step.gaps;
    steps += group.rows.length - 1;
    const off = common === undefined || step.unit !== common.unit || step.step % common.step !== 0;
    if ((step.irregular > 0 || off) && irregular === 0) reasons.push(irregularText(dateColumn, group, step, common));
    irregular += off ? group.rows.length - 1 : step.irregular;
  }
  if (common === undefined) reasons.push(`No series has two different times in "${dateColumn}", so there is no step.`);
  const regular = common !== undefined && irregular <= IRREGULAR_SHARE * steps;
  return {
    dateColumn,
    idColumns,
    series: groups.length,
    timestamps: new Set(dates).size,
    eligible: duplicates === 0 && common !== undefined,
    timeUnit: regular ? common.unit : null,
    timeStep: regular ? common.step : null,
    gaps,
    duplicates,
    irregular,
    reasons,
  };
}

/** Tries every candidate on its own; columns that tell no series apart are left to the caller to judge by `eligible`. */
export function detectAll(table: Frame, dateColumn: string, candidates: readonly string[]): SeriesDetection[] {
  return candidates.map((candidate) => detectSeries(table, dateColumn, [candidate]));
}

export function dateValues(source: Column): Float64Array {
  if (source.kind === 'text' || source.kind === 'categorical') {
    throw new EngineProblem(
      'series.not-a-date',
      `Column "${source.name}" is ${source.kind}, not a date: convert it to dates before using it as the time axis.`,
      { column: source.name },
    );
  }
  return source.values;
}

function uniqueTimes(dates: Float64Array, { rows }: SeriesRows): Float64Array {
  return Float64Array.from(new Set(Array.from(rows, (row) => dates[row] as number)));
}

/** The step most series have; series with a coarser multiple of it still fit its grid. */
function commonStep(findings: readonly StepFinding[]): StepFinding | undefined {
  const votes = new Map<string, { finding: StepFinding; count: number }>();
  for (const finding of findings) {
    const key = `${finding.unit} ${finding.step}`;
    const vote = votes.get(key) ?? { finding, count: 0 };
    votes.set(key, { finding, count: vote.count + 1 });
  }
  return [...votes.values()].sort((a, b) => b.count - a.count)[0]?.finding;
}

function firstDuplicate(dates: Float64Array, { rows }: SeriesRows): { count: number; row: number } {
  let count = 0;
  let row = -1;
  for (let i = 1; i < rows.length; i++) {
    if (dates[rows[i] as number] !== dates[rows[i - 1] as number]) continue;
    if (count === 0) row = rows[i] as number;
    count++;
  }
  return { count, row };
}

function duplicateText(dateColumn: string, ids: readonly string[], group: SeriesRows, row: number): string {
  const by = ids.length === 0 ? 'without an id column' : `with ${ids.map((id) => `"${id}"`).join(', ')} as series id`;
  return (
    `${by}, series "${group.id}" has the same time in "${dateColumn}" more than once, first in row ${row}: ` +
    `choose id columns that tell these rows apart, or aggregate them.`
  );
}

function irregularText(dateColumn: string, group: SeriesRows, step: StepFinding, common?: StepFinding): string {
  const row = group.rows[Math.max(0, step.firstIrregular)];
  const wanted = common === undefined ? 'one step' : `${common.step} ${common.unit}`;
  return (
    `Series "${group.id}" does not keep to ${wanted} in "${dateColumn}", first in row ${row}: ` +
    `use ROW windows, or bring the data to a regular step.`
  );
}

/** What the time stamps of one series look like. */
export interface StepFinding {
  readonly unit: TimeUnit;
  readonly step: number;
  /** Steps between neighbours that are a longer multiple of the step: missing cells. */
  readonly gaps: number;
  /** Steps between neighbours that are no multiple of the step. */
  readonly irregular: number;
  /** Index (in the sorted stamps) of the first stamp after an irregular step; -1 when there is none. */
  readonly firstIrregular: number;
}

const DAY = 86_400_000;
const DESCENDING: readonly TimeUnit[] = ['WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND'];

/** Finds unit and step of ascending stamps without duplicates; undefined for fewer than two stamps. */
export function detectStep(stamps: Float64Array): StepFinding | undefined {
  if (stamps.length < 2) return undefined;
  const steps = new Float64Array(stamps.length - 1);
  for (let i = 0; i < steps.length; i++) steps[i] = (stamps[i + 1] as number) - (stamps[i] as number);
  return calendarStep(stamps, steps) ?? fixedStep(steps);
}

/** Whether stamps sit on the same day of different months (or on their last days), as monthly tables do. */
function calendarStep(stamps: Float64Array, steps: Float64Array): StepFinding | undefined {
  for (const step of steps) if (step < 27 * DAY) return undefined;
  const months = new Int32Array(steps.length);
  const first = new Date(stamps[0] as number);
  let sameDay = true;
  let monthEnds = true;
  let previous = Number.NaN;
  for (let i = 0; i < stamps.length; i++) {
    const date = new Date(stamps[i] as number);
    const number = date.getUTCFullYear() * 12 + date.getUTCMonth();
    if (i > 0) months[i - 1] = number - previous;
    previous = number;
    if (date.getUTCDate() !== first.getUTCDate()) sameDay = false;
    if (new Date(date.getTime() + DAY).getUTCDate() !== 1) monthEnds = false;
  }
  // Twenty-eight days apart lands on the same day only once; weekly multiples are told from months by this.
  if (!sameDay && !monthEnds) return undefined;
  const step = mostCommon(months);
  const counts = countAgainst(months, step);
  if (step % 12 === 0) return { unit: 'YEAR', step: step / 12, ...counts };
  if (step % 3 === 0) return { unit: 'QUARTER', step: step / 3, ...counts };
  return { unit: 'MONTH', step, ...counts };
}

function fixedStep(steps: Float64Array): StepFinding {
  const step = mostCommon(steps);
  const unit = DESCENDING.find((candidate) => step % (unitMilliseconds(candidate) ?? 1) === 0) ?? 'MILLISECOND';
  return { unit, step: step / (unitMilliseconds(unit) ?? 1), ...countAgainst(steps, step) };
}

/** The most frequent step, the shorter one on a tie. */
function mostCommon(steps: ArrayLike<number>): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < steps.length; i++) counts.set(steps[i] as number, (counts.get(steps[i] as number) ?? 0) + 1);
  let best = 0;
  let bestCount = 0;
  for (const [step, count] of counts) {
    if (count > bestCount || (count === bestCount && step < best)) {
      best = step;
      bestCount = count;
    }
  }
  return best;
}

function countAgainst(
  steps: ArrayLike<number>,
  step: number,
): Pick<StepFinding, 'gaps' | 'irregular' | 'firstIrregular'> {
  let gaps = 0;
  let irregular = 0;
  let firstIrregular = -1;
  for (let i = 0; i < steps.length; i++) {
    const times = (steps[i] as number) / step;
    if (times === 1) continue;
    if (Number.isInteger(times)) gaps++;
    else {
      irregular++;
      if (firstIrregular < 0) firstIrregular = i + 1;
    }
  }
  return { gaps, irregular, firstIrregular };
}
