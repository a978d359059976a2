/**
 * History without holes, for models that need every cell: a gap is filled from the same phase of the neighbouring
 * seasons where both exist, otherwise along the line between its ends. Leading holes are cut off.
 */
export function filledHistory(values: Float64Array, period: number): Float64Array {
  let first = 0;
  while (first < values.length && Number.isNaN(values[first] as number)) first++;
  const cut = values.subarray(first);
  if (!cut.some(Number.isNaN)) return cut;
  const filled = Float64Array.from(cut);
  for (let i = 1; i < filled.length; i++) {
    if (!Number.isNaN(filled[i] as number)) continue;
    filled[i] = seasonalGuess(cut, i, period) ?? lineGuess(cut, filled, i);
  }
  return filled;
}

function seasonalGuess(values: Float64Array, at: number, period: number): number | undefined {
  if (period < 2) return undefined;
  const before = values[at - period];
  const after = values[at + period];
  if (before === undefined || after === undefined || Number.isNaN(before + after)) return undefined;
  return (before + after) / 2;
}

function lineGuess(values: Float64Array, filled: Float64Array, at: number): number {
  const left = filled[at - 1] as number;
  let next = at + 1;
  while (next < values.length && Number.isNaN(values[next] as number)) next++;
  if (next >= values.length) return left;
  return left + ((values[next] as number) - left) / (next - at + 1);
}
