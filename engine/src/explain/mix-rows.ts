import type { Column } from '../frame/column.ts';
import { EngineProblem } from '../problems/engine-problem.ts';

/** For each new row: take the cell of the first column (row number) or, as -1 - row, of the second. */
export function mixColumn(first: Column, second: Column, picks: Int32Array): Column {
  if (first.kind !== second.kind) {
    throw new EngineProblem(
      'data.kind',
      `Column "${first.name}" is ${first.kind} in the rows to explain and ${second.kind} in the background. Read both with the same types.`,
      { column: first.name },
    );
  }
  if (first.kind === 'text' && second.kind === 'text') {
    const values = Array.from(picks, (at) => (at >= 0 ? first.values[at] : second.values[-1 - at]) ?? null);
    return { ...first, values };
  }
  if (first.kind === 'categorical' && second.kind === 'categorical') {
    const levels = [...new Set([...first.levels, ...second.levels])];
    const place = new Map(levels.map((level, at) => [level, at]));
    const recode = second.levels.map((level) => place.get(level) as number);
    const codes = picks.map((at) => {
      if (at >= 0) return first.codes[at] as number;
      const code = second.codes[-1 - at] as number;
      return code < 0 ? -1 : (recode[code] as number);
    });
    return { ...first, levels, codes };
  }
  const [a, b] = [first, second] as { values: Float64Array }[] as [{ values: Float64Array }, { values: Float64Array }];
  const values = Float64Array.from(picks, (at) => (at >= 0 ? a.values[at] : b.values[-1 - at]) as number);
  return { ...first, values } as Column;
}
