/**
 * Coalesces triggers of an activity: at most one run at a time, and triggers during a run cause exactly one more run.
 * Failures are reported and do not stop later runs. The promise resolves when nothing is left to do; it never rejects.
 */
export function coalesce(work: () => Promise<void>, report: (error: unknown) => void): () => Promise<void> {
  let current: Promise<void> | null = null;
  let triggered = false;
  const loop = async () => {
    do {
      triggered = false;
      try {
        await work();
      } catch (error) {
        report(error);
      }
    } while (triggered);
    current = null;
  };
  return () => {
    if (current) triggered = true;
    else current = loop();
    return current;
  };
}
