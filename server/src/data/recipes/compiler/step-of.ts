import type { CompiledRecipe } from './recipe-input.ts';

/** DuckDB says `LINE 12: ...` in its sentence; PostgreSQL gives a position, counted in characters from 1. */
const LINE = /\bLINE (\d+):/;

/** The operation an engine's error comes from, where the error says in which line it arose. */
export function stepOf(compiled: Pick<CompiledRecipe, 'sql' | 'lines'>, error: unknown): number | undefined {
  const line = lineOf(compiled.sql, error);
  if (line === undefined) return undefined;
  return compiled.lines.findLast((one) => one.line <= line)?.operation;
}

function lineOf(sql: string, error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('position' in error && typeof error.position === 'string' && /^\d+$/.test(error.position))
    return [...sql].slice(0, Number(error.position)).join('').split('\n').length;
  const [, line] = LINE.exec(error.message) ?? [];
  return line === undefined ? undefined : Number(line);
}

/**
 * The operation that fails, where the error does not say: the first without which the recipe runs. `runs` is asked some
 * log2(n) times whether the first so many operations can be run.
 */
export async function failingStep(
  count: number,
  runs: (upTo: number) => Promise<boolean>,
): Promise<number | undefined> {
  let good = 0;
  let bad = count;
  if (count === 0 || !(await runs(0))) return undefined;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await runs(middle)) good = middle;
    else bad = middle;
  }
  return bad - 1;
}
