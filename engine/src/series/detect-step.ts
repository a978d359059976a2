import { type TimeUnit, unitMilliseconds } from './time-unit.ts';

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
