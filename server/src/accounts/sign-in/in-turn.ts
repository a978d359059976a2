/**
 * Runs work of the same name one after the other, and answers null, without starting it, when too much waits already.
 * People who sign in twice at the same moment with the right password then never meet the wait meant for guessers.
 */
export function takingTurns(mostWaiting: number) {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T | null> => {
    const line = lines.get(name) ?? { last: Promise.resolve(), waiting: 0 };
    if (line.waiting > mostWaiting) return null;
    lines.set(name, line);
    line.waiting++;
    const turn = line.last.then(work);
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.waiting--;
      if (line.waiting === 0) lines.delete(name);
    }
  };
}
