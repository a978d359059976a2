/** A mutex for each key: work with the same key runs one after the other. Null, without running it, when too much waits already. */
export function keyedMutex(mostWaiting: number) {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T | null> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting > mostWaiting) return null;
    queues.set(key, queue);
    queue.waiting++;
    const result = queue.last.then(work);
    queue.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      queue.waiting--;
      if (queue.waiting === 0) queues.delete(key);
    }
  };
}
