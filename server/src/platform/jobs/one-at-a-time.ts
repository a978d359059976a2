/**
 * Turns an activity into a trigger: at most one run at a time, and a trigger during a run makes exactly one more follow.
 * What goes wrong is reported and does not stop later runs. The promise ends when nothing is left to do; it never fails.
 */
export function oneAtATime(work: () => Promise<void>, report: (error: unknown) => void): () => Promise<void> {
  let current: Promise<void> | null = null;
  let again = false;
  const loop = async () => {
    do {
      again = false;
      try {
        await work();
      } catch (error) {
        report(error);
      }
    } while (again);
    current = null;
  };
  return () => {
    if (current) again = true;
    else current = loop();
    return current;
  };
}
