/** A clock that is moved by hand; waiting moves it too, so that backing off for minutes takes no time. */
export interface HandClock {
  now(): number;
  advance(ms: number): void;
  wait(ms: number): Promise<void>;
}

export function handClock(start = Date.UTC(2026, 0, 5, 9)): HandClock {
  let at = start;
  return {
    now: () => at,
    advance: (ms) => {
      at += ms;
    },
    wait: async (ms) => {
      at += ms;
    },
  };
}
