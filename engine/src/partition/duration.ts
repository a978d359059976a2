import { EngineProblem } from '../problems/engine-problem.ts';

/** A calendar duration: months do not have a fixed number of days, so they are kept apart. */
export interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

const PATTERN = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Reads an ISO 8601 duration such as P1Y, P3M, P14D or PT6H. */
export function duration(text: string): Duration {
  const found = PATTERN.exec(text);
  if (found === null || text === 'P' || text.endsWith('T')) {
    throw new EngineProblem(
      'partition.duration',
      `"${text}" is not an ISO 8601 duration. Write it like P1Y, P3M, P2W, P14D or PT6H.`,
    );
  }
  const [years, months, weeks, days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  const wholeDays = (weeks as number) * 7 + (days as number);
  return {
    months: (years as number) * 12 + (months as number),
    milliseconds:
      ((wholeDays * 24 + (hours as number)) * 60 + (minutes as number)) * 60_000 + (seconds as number) * 1000,
  };
}

export const isZero = (span: Duration) => span.months === 0 && span.milliseconds === 0;

/** The instant one duration earlier, in UTC. A day that the shorter month lacks becomes its last day. */
export function earlier(instant: number, span: Duration): number {
  if (span.months === 0) return instant - span.milliseconds;
  const from = new Date(instant);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - span.months, 1);
  const target = new Date(first);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  const timeOfDay = instant - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return first + (day - 1) * 86_400_000 + timeOfDay - span.milliseconds;
}
