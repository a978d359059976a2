import type { Amount } from './amount.ts';
import type { UsageView } from './counters.ts';
import type { Pass, RateLimitHeaders } from './entry.ts';
import type { Caller } from './ledger.ts';
import { nearestLimit } from './rate-limit-headers.ts';

/** Whoever counted the call, and hears once how it ended. */
export interface Settlement {
  ended(pass: LivePass, tokens: Amount): void;
}

export class LivePass implements Pass {
  readonly caller: Caller;
  readonly minute: number;
  readonly reserved: Amount;
  /** The place among the calls in flight, where several processes count them. */
  readonly lease: string;
  readonly #books: Settlement;
  readonly #usage: UsageView;
  readonly #nowMs: number;
  #over = false;

  constructor(
    books: Settlement,
    caller: Caller,
    call: { readonly minute: number; readonly reserved: Amount; readonly nowMs: number; readonly lease?: string },
    usage: UsageView = caller.counters,
  ) {
    this.caller = caller;
    this.minute = call.minute;
    this.reserved = call.reserved;
    this.lease = call.lease ?? '';
    this.#nowMs = call.nowMs;
    this.#books = books;
    this.#usage = usage;
  }

  /** Worked out when somebody asks: most callers of predictions never look. */
  get headers(): RateLimitHeaders {
    return nearestLimit(this.caller.binding.rules, this.#usage, this.#nowMs);
  }

  settle(actual?: { readonly tokens: Amount }): void {
    this.#end(actual?.tokens ?? this.reserved);
  }

  release(): void {
    this.#end(0);
  }

  #end(tokens: Amount): void {
    if (this.#over) return;
    this.#over = true;
    this.#books.ended(this, tokens);
  }
}
