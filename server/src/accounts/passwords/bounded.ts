/**
 * Lets `most` pieces of work run at once and `waiting` more queue. Answers null, without starting the work, when the
 * queue is full: a flood of sign-ins must not take the machine's memory or every thread of the file system's pool.
 */
export function bounded(most: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (running >= most) {
      if (queue.length >= waiting) return null;
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
