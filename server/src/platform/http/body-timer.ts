/** How long a body may take to arrive. */
export interface BodyTime {
  /** Without a single byte, while the reader waits for one. */
  readonly silenceSeconds: number;
  /** In all. */
  readonly totalSeconds: number;
}

export interface BodyTimer {
  /** Bytes came. */
  touch(): void;
  /** Whether the reader waits for bytes: time in which it does not is not the client's. */
  wait(isWaiting: boolean): void;
  stop(): void;
}

/**
 * Calls `late` once, with the limit that was passed. The only clock of request bodies: every reader has one, so that no
 * request waits for ever for bytes that do not come. Touching it costs no timer.
 */
export function startBodyTimer(time: BodyTime, late: (seconds: number) => void): BodyTimer {
  const silenceMs = time.silenceSeconds * 1000;
  const totalMs = time.totalSeconds * 1000;
  const began = performance.now();
  let last = began;
  let isWaiting = true;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    if (!isWaiting) last = now;
    const left = Math.min(last + silenceMs, began + totalMs) - now;
    if (left > 0) timer = setTimeout(look, left).unref();
    else late(now - began >= totalMs ? time.totalSeconds : time.silenceSeconds);
  };
  timer = setTimeout(look, Math.min(silenceMs, totalMs)).unref();
  return {
    touch() {
      last = performance.now();
    },
    wait(now) {
      if (now && !isWaiting) last = performance.now();
      isWaiting = now;
    },
    stop: () => clearTimeout(timer),
  };
}
