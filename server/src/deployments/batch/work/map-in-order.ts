/**
 * Work on items side by side, results in the order of the items. Not more than `width` are under way or waiting to be
 * taken; a result is handed over as soon as those before it are, also while no further item comes.
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const under: { readonly result: Promise<Result> }[] = [];
  const room: (() => void)[] = [];
  let wake: () => void = () => undefined;
  let isOver = false;
  let failure: { readonly error: unknown } | null = null;
  const changed = () => new Promise<void>((resolve) => (wake = resolve));
  let isStopped = false;

  const feed = async () => {
    for await (const item of items) {
      if (isStopped) return;
      const result = work(item);
      // Looked at when its turn comes.
      result.catch(() => undefined);
      under.push({ result });
      wake();
      while (under.length >= width && !isStopped) await new Promise<void>((resolve) => room.push(resolve));
    }
  };
  feed()
    .catch((error: unknown) => {
      failure = { error };
    })
    .finally(() => {
      isOver = true;
      wake();
    });

  try {
    for (;;) {
      const next = under[0];
      if (next !== undefined) {
        const result = await next.result;
        under.shift();
        room.shift()?.();
        yield result;
      } else if (isOver) break;
      else await changed();
    }
    const ended = failure as { readonly error: unknown } | null;
    if (ended !== null) throw ended.error;
  } finally {
    isStopped = true;
    for (const resume of room.splice(0)) resume();
  }
}
