/** Runs over the list with at most `most` at a time; answers in the order of the list. The first failure ends it. */
export async function sideBySide<T, R>(list: readonly T[], most: number, run: (one: T) => Promise<R>): Promise<R[]> {
  const out = new Array<R>(list.length);
  let next = 0;
  let failed = false;
  const work = async () => {
    while (next < list.length && !failed) {
      const at = next;
      next += 1;
      try {
        out[at] = await run(list[at] as T);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, list.length) }, work));
  return out;
}
