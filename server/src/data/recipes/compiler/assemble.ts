import type { DialectTable } from './dialects/dialect.ts';
import { layOut } from './lay-out.ts';
import { quoteName } from './quoting.ts';
import type { CompiledRecipe, RecipeInput } from './recipe-input.ts';
import { ascending, listed, type Table } from './step.ts';

/** One table of the query: `name AS (sql)`. */
export interface Part {
  readonly name: string;
  readonly sql: string;
  readonly operation?: number;
}

/** A name for a table of ours that no real table among the inputs has. */
export function free(dialect: DialectTable, inputs: readonly { readonly input: RecipeInput }[], wish: string): string {
  const taken = inputs.map(({ input }) => input.relation.at(-1)?.toLowerCase());
  let name = wish;
  while (taken.includes(name)) name = `_${name}`;
  return quoteName(dialect, name);
}

export function selectInput(input: RecipeInput, dialect: DialectTable): string {
  const relation = input.relation.map((name) => quoteName(dialect, name)).join('.');
  return `SELECT ${listed(dialect, input.columns)}\nFROM ${relation}`;
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
