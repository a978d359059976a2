import type { WINDOWS } from '../quota.schema.ts';

/** What decisions and headers read. Places: minute, hour, day. */
export interface UsageView {
  readonly requests: readonly number[];
  readonly tokens: readonly Amount[];
  readonly inFlight: number;
}

/** What one holder used in the windows of now. All of them are kept, so that a rule added later counts from the start. */
export class Counters implements UsageView {
  readonly windows = [-1, -1, -1];
  readonly requests = [0, 0, 0];
  readonly tokens: Amount[] = [0, 0, 0];
  inFlight = 0;

  /** Steps into the windows of this minute. Minutes never go back here: the ledger sees to that. */
  roll(minute: number): void {
    if (this.windows[MIN] === minute) return;
    for (const place of [MIN, HOUR, DAY] as const) {
      const window = windowAt(place, minute);
      if (this.windows[place] === window) continue;
      this.windows[place] = window;
      this.requests[place] = 0;
      this.tokens[place] = 0;
    }
  }

  take(tokens: Amount): void {
    for (const place of [MIN, HOUR, DAY] as const) {
      (this.requests[place] as number)++;
      if (tokens !== 0) this.tokens[place] = plus(this.tokens[place] as Amount, tokens);
    }
    this.inFlight++;
  }

  /** A call counts in the windows it began in: those that are over have nothing left to correct. */
  correct(minute: number, tokens: Amount): void {
    for (const place of [MIN, HOUR, DAY] as const) {
      if (this.windows[place] === windowAt(place, minute))
        this.tokens[place] = plus(this.tokens[place] as Amount, tokens);
    }
  }

  /** Takes over what all processes together counted, to go on from when they cannot be asked. */
  mirror(minute: number, { requests, tokens }: UsageView): void {
    this.roll(minute);
    for (const place of [MIN, HOUR, DAY] as const) {
      this.requests[place] = requests[place] ?? 0;
      this.tokens[place] = tokens[place] ?? 0;
    }
  }
}

/**
 * A count with every digit: a number while a double holds it exactly, a BigInt beyond. Limits go up to nineteen digits,
 * and nearly every decision is between small numbers, so those must cost nothing.
 */
export type Amount = number | bigint;

const MOST = Number.MAX_SAFE_INTEGER;

export const amount = (value: Amount | string): Amount => {
  if (typeof value === 'number') return value;
  const exact = BigInt(value);
  return exact <= MOST && exact >= -MOST ? Number(exact) : exact;
};

export function plus(a: Amount, b: Amount): Amount {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= MOST && sum >= -MOST) return sum;
  }
  return amount(BigInt(a) + BigInt(b));
}

export const minus = (a: Amount, b: Amount): Amount => plus(a, -b);

/** What is left, never below nothing. */
export const upTo = (limit: Amount, used: Amount): Amount => (used >= limit ? 0 : minus(limit, used));

export type WindowName = (typeof WINDOWS)[number];

/** Places in the arrays of counters. */
const MIN = 0;
const HOUR = 1;
export const DAY = 2;

export const WINDOW_NAMES = ['min', 'hour', 'day'] as const;
export const WINDOW_SECONDS = [60, 3600, 86_400] as const;

export const windowIndex = (name: WindowName): 0 | 1 | 2 => (name === 'min' ? MIN : name === 'hour' ? HOUR : DAY);

/** UTC has no leap seconds in POSIX time: hours and days are whole numbers of minutes since 1970. */
export const minuteOf = (ms: number): number => Math.floor(ms / 60_000);

/** The number of the window that a minute lies in. */
export const windowAt = (place: 0 | 1 | 2, minute: number): number =>
  place === MIN ? minute : Math.floor(minute / (place === HOUR ? 60 : 1440));

/** When the window that contains this moment ends. */
export function endOfWindow(place: 0 | 1 | 2, ms: number): number {
  const length = WINDOW_SECONDS[place] * 1000;
  return ms - (ms % length) + length;
}

/** Whole seconds until then; at least one. */
export const secondsLeft = (place: 0 | 1 | 2, ms: number): number =>
  Math.max(1, Math.ceil((endOfWindow(place, ms) - ms) / 1000));
