import { type Amount, plus } from './amount.ts';

/** What one caller did in one minute and is not written down yet: additions to its row of the usage. */
export interface Tally {
  readonly quotaId: string;
  readonly minute: number;
  readonly holder: string;
  readonly userId: string;
  readonly deploymentId: string;
  requests: number;
  tokens: Amount;
  refused: number;
  refusedTokens: Amount;
  /** Let through although a limit was passed, since the quota only watches. */
  wouldRefuse: number;
  mostInFlight: number;
  longestInput: Amount;
  /** Which round of writing it belongs to. */
  readonly round: number;
}

/** Collects tallies until somebody writes them down. */
export class Journal {
  #open: Tally[] = [];
  #round = 0;

  /** False once it has been handed out for writing: what happens later belongs in a new one. */
  holds(tally: Tally): boolean {
    return tally.round === this.#round;
  }

  begin(of: Pick<Tally, 'quotaId' | 'minute' | 'holder' | 'userId' | 'deploymentId'>): Tally {
    const tally: Tally = {
      ...of,
      requests: 0,
      tokens: 0,
      refused: 0,
      refusedTokens: 0,
      wouldRefuse: 0,
      mostInFlight: 0,
      longestInput: 0,
      round: this.#round,
    };
    this.#open.push(tally);
    return tally;
  }

  takeAll(): readonly Tally[] {
    this.#round++;
    const all = this.#open;
    this.#open = [];
    return all;
  }

  /** It could not be written: keep it for the next time. */
  putBack(tallies: readonly Tally[]): void {
    this.#open = [...tallies, ...this.#open];
  }
}

export function countAdmitted(tally: Tally, tokens: Amount, input: Amount, inFlight: number): void {
  tally.requests++;
  if (tokens !== 0) tally.tokens = plus(tally.tokens, tokens);
  if (inFlight > tally.mostInFlight) tally.mostInFlight = inFlight;
  if (input > tally.longestInput) tally.longestInput = input;
}

export function countRefused(tally: Tally, tokens: Amount): void {
  tally.refused++;
  if (tokens !== 0) tally.refusedTokens = plus(tally.refusedTokens, tokens);
}
