/** The class with the greatest chance of a row; the first of several. */
export function likeliestClass(values: Float64Array, row: number, width: number): number {
  let best = 0;
  for (let k = 1; k < width; k += 1) {
    if ((values[row * width + k] as number) > (values[row * width + best] as number)) best = k;
  }
  return best;
}

/** Of two classes; null for a chance that is no number. */
export const predictedLabel = (chance: number, threshold: number, classes: readonly string[]): string | null =>
  Number.isNaN(chance) ? null : (classes[chance >= threshold ? 1 : 0] ?? null);
