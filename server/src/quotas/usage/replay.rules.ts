import { CapacityCounters } from '../limiter/capacity.ts';
import { Counters, WINDOW_NAMES } from '../limiter/counters.ts';
import { effectivePolicyOf, type Plan, type RuleSet } from '../limiter/plan.rules.ts';

/** What one caller did in one minute, refused or not. */
export interface CallerMinute {
  readonly minute: number;
  readonly userId: string;
  readonly deploymentId: string;
  readonly groupIds: readonly string[];
  readonly requests: number;
  readonly refused: number;
  readonly tokens: number;
  readonly refusedTokens: number;
  readonly mostInFlight: number;
  readonly longestInput: number;
}

export interface Outcome {
  readonly asked: number;
  readonly refused: number;
  /** Of those, by the rule that refused them. */
  readonly byRule: ReadonlyMap<string, number>;
}

/** Callers take turns this often in a minute: the order of calls within it was not kept. */
const TURNS = 6;

interface Bound {
  readonly row: CallerMinute;
  readonly rules: RuleSet;
  readonly counters: Counters;
  readonly shareHolder: string | null;
  readonly tokensEach: number;
  /** One of the calls had the longest input: the first. */
  longestIsToCome: boolean;
}

/**
 * What a plan would have refused. Minutes must be handed in in order of time. An estimate: within a minute calls are
 * spread evenly and cost the same, and nobody is thought to have tried again because of a refusal.
 */
export class Replay {
  readonly #plan: Plan;
  readonly #capacity = new CapacityCounters();
  readonly #counters = new Map<string, Counters>();

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#capacity.follow(plan);
  }

  minute(rows: readonly CallerMinute[]): ReadonlyMap<CallerMinute, Outcome> {
    const outcomes = new Map(
      rows.map((row) => [row, { asked: row.requests + row.refused, byRule: new Map<string, number>() }]),
    );
    const bound = rows.map((row) => this.#bind(row));
    for (let turn = 0; turn < TURNS; turn++) {
      for (const one of bound) {
        const outcome = outcomes.get(one.row) as { asked: number; byRule: Map<string, number> };
        const until = (part: number) => Math.round((outcome.asked * part) / TURNS);
        this.#turn(one, until(turn + 1) - until(turn), outcome.byRule);
      }
    }
    const sum = (counts: ReadonlyMap<string, number>) =>
      [...counts.values()].reduce((total, count) => total + count, 0);
    return new Map([...outcomes].map(([row, { asked, byRule }]) => [row, { asked, byRule, refused: sum(byRule) }]));
  }

  #bind(row: CallerMinute): Bound {
    const consumer = { userId: row.userId, ...(row.deploymentId === '' ? {} : { deploymentId: row.deploymentId }) };
    const { rules, holder, shareHolder } = effectivePolicyOf(this.#plan, consumer, row.groupIds);
    const counters = this.#counters.get(holder) ?? new Counters();
    this.#counters.set(holder, counters);
    counters.roll(row.minute);
    this.#capacity.roll(row.minute);
    const tokensEach = (row.tokens + row.refusedTokens) / Math.max(1, row.requests + row.refused);
    return { row, rules, counters, shareHolder, tokensEach, longestIsToCome: true };
  }

  #turn(one: Bound, calls: number, byRule: Map<string, number>): void {
    const { row, rules, counters, shareHolder, tokensEach } = one;
    let left = calls;
    const allow = (most: number, rule: string) => {
      const over = left - Math.max(0, Math.min(left, Math.floor(most)));
      if (over > 0) byRule.set(rule, (byRule.get(rule) ?? 0) + over);
      left -= over;
    };
    if (one.longestIsToCome && calls > 0) {
      one.longestIsToCome = false;
      if (rules.longestInput !== null && row.longestInput > rules.longestInput) allow(left - 1, 'inputSequenceLength');
    }
    for (const { rule, place, limit } of rules.counted) {
      const used = Number((rule === 'requests' ? counters.requests : counters.tokens)[place] ?? 0);
      const cost = rule === 'requests' ? 1 : tokensEach;
      if (cost > 0) allow((Number(limit) - used) / cost, `${rule} per ${WINDOW_NAMES[place]}`);
    }
    // So many ran at once at the worst moment; the others are taken to have been spread like that all the time.
    if (rules.concurrent !== null && row.mostInFlight > rules.concurrent)
      allow((left * Number(rules.concurrent)) / row.mostInFlight, 'concurrentRequests');
    const cost = this.#plan.capacity?.units === 'token' ? tokensEach : 1;
    allow(this.#capacity.room(shareHolder, cost), 'capacity');
    this.#capacity.spend(shareHolder, row.minute, left * cost);
    for (const place of [0, 1, 2] as const) {
      counters.requests[place] = (counters.requests[place] ?? 0) + left;
      counters.tokens[place] = Number(counters.tokens[place] ?? 0) + left * tokensEach;
    }
  }
}
