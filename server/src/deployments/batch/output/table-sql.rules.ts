import pg from 'pg';
import { refuse } from '#platform/http/problem.ts';
import { OutputProblems } from '../batch.problems.ts';
import type { JdbcOutput } from '../jobs/places.schema.ts';

export interface Statement {
  readonly text: string;
  readonly values: (string | null)[];
}

const name = pg.escapeIdentifier;
const tableOf = ({ catalog, schema, table }: JdbcOutput): string =>
  // Requests of earlier versions may name a catalog alone, which says nothing.
  (schema == null ? [table] : [catalog, schema, table]).flatMap((one) => (one == null ? [] : [name(one)])).join('.');

/** Numeric columns where the results are numeric, else text. For other types create the table first. */
export function createStatement(output: JdbcOutput, columns: readonly string[]): string {
  const typed = columns.map((column) => `${name(column)} ${isNumber(column) ? 'double precision' : 'text'}`);
  const primary =
    output.statementType === 'insertUpdate' && output.whereColumns?.length
      ? `, UNIQUE (${output.whereColumns.map(name).join(', ')})`
      : '';
  return `CREATE TABLE IF NOT EXISTS ${tableOf(output)} (${typed.join(', ')}${primary})`;
}

const NUMBERS = /_PERCENTILE_(LOW|HIGH)$|_STRENGTH$|^THRESHOLD$|^FORECAST_DISTANCE$|^ANOMALY_SCORE$|^SHAP_/;
const isNumber = (column: string): boolean => NUMBERS.test(column) && !column.endsWith('QUALITATIVE_STRENGTH');

/** Cells without anything are null. */
const cell = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

export function writeStatement(
  output: JdbcOutput,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Statement[] {
  if (output.statementType === 'insert' || output.statementType === 'createTable')
    return [insert(output, columns, rows)];
  const [set, where] = [output.updateColumns ?? [], output.whereColumns ?? []];
  requireColumns(columns, { updateColumns: set, whereColumns: where });
  const places = new Map(columns.map((column, at) => [column, at]));
  if (output.statementType === 'update') return rows.map((row) => update(output, places, row, set, where));
  const assignments = set.map((column) => `${name(column)} = EXCLUDED.${name(column)}`).join(', ');
  const { text, values } = insert(output, columns, rows);
  return [{ text: `${text} ON CONFLICT (${where.map(name).join(', ')}) DO UPDATE SET ${assignments}`, values }];
}

function insert(output: JdbcOutput, columns: readonly string[], rows: readonly (readonly string[])[]): Statement {
  let at = 0;
  const places = rows.map(() => `(${columns.map(() => `$${++at}`).join(', ')})`);
  return {
    text: `INSERT INTO ${tableOf(output)} (${columns.map(name).join(', ')}) VALUES ${places.join(', ')}`,
    values: rows.flatMap((row) => columns.map((_, k) => cell(row[k]))),
  };
}

function update(
  output: JdbcOutput,
  places: ReadonlyMap<string, number>,
  row: readonly string[],
  set: readonly string[],
  where: readonly string[],
): Statement {
  const value = (column: string) => cell(row[places.get(column) ?? -1]);
  const assignments = set.map((column, k) => `${name(column)} = $${k + 1}`).join(', ');
  const conditions = where.map((column, k) => `${name(column)} = $${set.length + k + 1}`).join(' AND ');
  return {
    text: `UPDATE ${tableOf(output)} SET ${assignments} WHERE ${conditions}`,
    values: [...set, ...where].map(value),
  };
}

function requireColumns(columns: readonly string[], fields: Readonly<Record<string, readonly string[]>>): void {
  const known = new Set(columns);
  for (const [field, names] of Object.entries(fields)) {
    const unknown = names.find((one) => !known.has(one));
    if (unknown !== undefined) refuse(OutputProblems.noSuchColumn, field, unknown, columns);
  }
}
