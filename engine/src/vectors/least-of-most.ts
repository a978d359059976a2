/** The largest numbers seen so far, and the least of them: what the next one has to beat. */
export interface LeastOfMost {
  readonly bar: number;
  take(value: number): void;
}

/** A heap of `most` numbers with the least on top. */
export function leastOfMost(most: number): LeastOfMost {
  const heap = new Float64Array(Math.max(most, 1)).fill(Number.NEGATIVE_INFINITY);
  const self = {
    bar: most < 1 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
    take(value: number) {
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
        if ((heap[child] as number) >= value) break;
        heap[at] = heap[child] as number;
        at = child;
      }
      heap[at] = value;
      self.bar = heap[0] as number;
    },
  };
  return self;
}
