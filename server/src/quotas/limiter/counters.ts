import { type Amount, plus } from './amount.ts';
import { DAY, HOUR, MIN, windowAt } from './windows.rules.ts';

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
