import type { DialectTable } from '../dialects/dialect.ts';
import { quoteName } from '../dialects/quoting.ts';
import type { CompiledRecipe, RecipeInput } from './recipe-input.ts';
import { ascending, columnList, type Table } from './step.ts';

/** One table of the query: `name AS (sql)`. */
export interface Part {
  readonly name: string;
  readonly sql: string;
  readonly operation?: number;
}

/** A name for a table of ours that no real table among the inputs has. */
export function free(
  dialect: DialectTable,
  inputs: readonly { readonly input: RecipeInput }[],
  preferred: string,
): string {
  const taken = inputs.map(({ input }) => input.relation.at(-1)?.toLowerCase());
  let name = preferred;
  while (taken.includes(name)) name = `_${name}`;
  return quoteName(dialect, name);
}

export function selectInput(input: RecipeInput, dialect: DialectTable): string {
  const relation = input.relation.map((name) => quoteName(dialect, name)).join('.');
  return `SELECT ${columnList(dialect, input.columns)}\nFROM ${relation}`;
}

/** The last query. A limited result is sorted first where its order would be chance, so that each run shows the same. */
export function ending(
  { dialect, table, from }: { dialect: DialectTable; table: Table; from: string },
  limit?: number,
): string {
  if (limit === undefined) return `SELECT *\nFROM ${from}`;
  if (table.order === 'input') return `SELECT *\nFROM ${from}\nLIMIT ${limit}`;
  const { order, columns } = table;
  const byName = new Map(columns.map((column) => [column.name, column]));
  const first = order.flatMap((name) => byName.get(name) ?? []);
  const taken = new Set(first);
  const rest = columns.filter((column) => !taken.has(column) && column.type !== 'other');
  const keys = [...first, ...rest].map((column) => ascending(dialect, column));
  const sorted = keys.length > 0 ? `\nORDER BY ${keys.join(', ')}` : '';
  return `SELECT *\nFROM ${from}${sorted}\nLIMIT ${limit}`;
}

export function assemble(
  parts: readonly Part[],
  last: string,
  dialect: DialectTable,
): Pick<CompiledRecipe, 'sql' | 'lines'> {
  const lines: { line: number; operation: number }[] = [];
  let line = 2;
  const texts = parts.map(({ name, sql, operation }) => {
    const text = `${name} AS (\n${sql}\n)`;
    if (operation !== undefined) lines.push({ line, operation });
    line += text.split('\n').length;
    return text;
  });
  return { sql: layOut(`WITH\n${texts.join(',\n')}\n${last}`, dialect), lines };
}

/** Indents lines by the brackets that are open around them. Line breaks inside names and texts are left alone. */
function layOut(sql: string, dialect: DialectTable): string {
  const escapesText = dialect.strings === 'backslash';
  const escapesNames = dialect.names.escape.startsWith('\\');
  let result = '';
  let depth = 0;
  let quote = '';
  let done = 0;
  const signs = /[\\'"`()\n]/g;
  for (let found = signs.exec(sql); found !== null; found = signs.exec(sql)) {
    const at = found.index;
    const sign = found[0];
    result += sql.slice(done, at + 1);
    done = at + 1;
    if (quote !== '') {
      // A doubled quote closes and opens again at once, which comes to the same.
      if (sign === '\\' && isEscaping(quote, sql, at)) {
        result += sql.charAt(done);
        done += 1;
        signs.lastIndex = done;
      } else if (sign === quote) quote = '';
    } else if (sign === "'" || sign === dialect.names.quote) quote = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === '\n') result += '  '.repeat(Math.max(0, depth - (sql.charAt(at + 1) === ')' ? 1 : 0)));
  }
  return result + sql.slice(done);

  function isEscaping(inside: string, text: string, place: number): boolean {
    if (inside !== "'") return escapesNames;
    return escapesText || startsWithE(text, place);
  }

  /** PostgreSQL's `E'...'` is written only by us, and only with doubled backslashes: skipping a pair is right. */
  function startsWithE(text: string, place: number): boolean {
    return dialect.strings === 'doubled-with-e' && text.charAt(place + 1) === '\\';
  }
}

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
