/** How long a recorded use stands before the next is worth a write. */
const WORTH_A_WRITE_MS = 60_000;
const GATHER_MS = 250;
const MOST_REMEMBERED = 10_000;

export interface LastUsed {
  /** Cheap and immediate: the request does not wait for the write. */
  touch(keyId: string, at: Date): void;
  /** Writes what is still unwritten. */
  flush(): Promise<void>;
}

/** Notes when keys are used: written in batches, off the request's way, at most once a minute for each key. */
export function createLastUsed(
  write: (used: ReadonlyMap<string, Date>) => Promise<void>,
  onFailure: (error: unknown) => void,
): LastUsed {
  const written = new Map<string, number>();
  let pending = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size > 0) {
      const batch = pending;
      pending = new Map();
      writing = writing.then(() => write(batch)).catch(onFailure);
    }
    return writing;
  }

  return {
    touch(keyId, at) {
      if (at.getTime() - (written.get(keyId) ?? Number.NEGATIVE_INFINITY) < WORTH_A_WRITE_MS) return;
      if (written.size >= MOST_REMEMBERED) written.clear();
      written.set(keyId, at.getTime());
      pending.set(keyId, at);
      timer ??= setTimeout(() => {
        flush().catch(onFailure);
      }, GATHER_MS).unref();
    },
    flush,
  };
}
