import { type Duration, duration, EngineProblem, earlier } from '@almanac/engine';
import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';

export interface Period {
  readonly start: Date;
  readonly end: Date;
}

export interface PeriodQuery {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const USUAL_MS = 7 * DAY_MS;
const MOST_BUCKETS = 10_000;

/** What a period and its buckets may be refused with, for the records of routes. */
export const PERIOD_CODES = ['monitoring.empty_period', 'monitoring.no_time', 'monitoring.not_top_of_hour'] as const;
export const BUCKET_CODES = ['monitoring.too_many_buckets', 'monitoring.wrong_bucket'] as const;

/** RFC 3339 with any offset, a bare date, or what agents write: a space, and an offset without a colon. */
const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Undefined for an invalid timestamp. UTC without an offset. */
export function parseTimestamp(text: string): Date | undefined {
  const [, date, time = '00:00', zone = 'Z'] = WRITTEN.exec(text.trim()) ?? [];
  if (date === undefined) return undefined;
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const made = new Date(`${date}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(made.getTime()) ? undefined : made;
}

function topOfHour(name: string, text: string): Date {
  // A plus sign in a query string that nobody escaped arrives as a space.
  const moment = parseTimestamp(text) ?? parseTimestamp(text.replace(/ (\d{2}:?\d{2})$/, '+$1'));
  if (moment === undefined) return refuse(MonitoringProblems.noTime, name, text);
  if (moment.getTime() % HOUR_MS !== 0) refuse(MonitoringProblems.notTopOfHour, name, text);
  return moment;
}

/**
 * The last seven days up to the next full hour, unless told otherwise. An end in the future is fine, and so is one at the
 * start: nothing happened in no time.
 */
export function periodOf(query: PeriodQuery, now: Date): Period {
  const nextHour = new Date(Math.floor(now.getTime() / HOUR_MS + 1) * HOUR_MS);
  const end = query.end === undefined ? nextHour : topOfHour('end', query.end);
  const start = query.start === undefined ? new Date(end.getTime() - USUAL_MS) : topOfHour('start', query.start);
  if (start > end) refuse(MonitoringProblems.emptyPeriod, start.toISOString(), end.toISOString());
  return { start, end };
}

function usualBucket({ start, end }: Period): string {
  const length = end.getTime() - start.getTime();
  if (length <= 2 * DAY_MS) return 'PT1H';
  if (length <= 60 * DAY_MS) return 'P1D';
  return length <= 366 * DAY_MS ? 'P7D' : 'P1M';
}

function bucketOf(text: string): Duration {
  try {
    return duration(text);
  } catch (error) {
    if (!(error instanceof EngineProblem)) throw error;
    return refuse(MonitoringProblems.wrongBucket, text, 'which is not an ISO 8601 duration');
  }
}

/** The period cut into buckets from its start on; the last one is as long as is left. */
export function bucketsOf(period: Period, bucketSize: string | undefined): Period[] {
  const text = bucketSize ?? usualBucket(period);
  const size = bucketOf(text);
  if (size.milliseconds % HOUR_MS !== 0)
    refuse(MonitoringProblems.wrongBucket, text, 'which is not a multiple of an hour');
  const [start, end] = [period.start.getTime(), period.end.getTime()];
  const later = (times: number) =>
    earlier(start, { months: -size.months * times, milliseconds: -size.milliseconds * times });
  const step = later(1) - start;
  if (step <= 0) refuse(MonitoringProblems.wrongBucket, text, 'which is nothing');
  if (bucketSize !== undefined && step > end - start) {
    refuse(MonitoringProblems.wrongBucket, text, 'which is longer than the period');
  }
  const count = Math.ceil((end - start) / step);
  if (count > MOST_BUCKETS) refuse(MonitoringProblems.tooManyBuckets, count, MOST_BUCKETS);
  const buckets: Period[] = [];
  for (let at = start, n = 1; at < end; n += 1) {
    const next = Math.min(later(n), end);
    buckets.push({ start: new Date(at), end: new Date(next) });
    at = next;
  }
  return buckets;
}

/** Which bucket a time falls in; -1 for none. */
export function bucketAt(buckets: readonly Period[], at: Date): number {
  let [low, high] = [0, buckets.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bucket = buckets[middle] as Period;
    if (at < bucket.start) high = middle - 1;
    else if (at >= bucket.end) low = middle + 1;
    else return middle;
  }
  return -1;
}

export const toPeriod = ({ start, end }: Period) => ({ start: start.toISOString(), end: end.toISOString() });
