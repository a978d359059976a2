/** The stated rate limit of a fake: so many units in a window, counted also for calls that were refused. */
export interface Limit {
  /** What is left after spending; below zero means refused, and `resetSeconds` says until when. */
  spend(units: number): { left: number; resetSeconds: number; limit: number };
}

export function limit(rule: { units: number; windowMs: number }, now: () => number): Limit {
  let from = now();
  let used = 0;
  return {
    spend(units) {
      const at = now();
      if (at - from >= rule.windowMs) {
        from = at;
        used = 0;
      }
      used += units;
      return {
        left: rule.units - used,
        limit: rule.units,
        resetSeconds: Math.max(1, Math.ceil((from + rule.windowMs - at) / 1000)),
      };
    },
  };
}
