/** What is known of a table while a recipe is compiled: its columns with their types, and how its rows are ordered. */

export type ColumnType = 'integer' | 'double' | 'string' | 'boolean' | 'date' | 'timestamp' | 'other';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

const patterns: readonly (readonly [RegExp, ColumnType])[] = [
  [/^(u?tinyint|u?smallint|u?integer|u?bigint|u?hugeint|int[248]?|smallserial|serial|bigserial)$/, 'integer'],
  [/^(float[48]?|real|double( precision)?|decimal.*|numeric.*)$/, 'double'],
  [/^(varchar.*|char.*|bpchar|text|string|character.*|uuid|enum.*|citext|name)$/, 'string'],
  [/^bool(ean)?$/, 'boolean'],
  [/^date$/, 'date'],
  [/^(timestamp.*|datetime)$/, 'timestamp'],
];

/** The type of a column from what DuckDB or PostgreSQL calls it: `DECIMAL(18,3)`, `timestamp without time zone`. */
export function columnType(physical: string): ColumnType {
  const name = physical.trim().toLowerCase();
  if (name.endsWith(']')) return 'other';
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}

export const isNumeric = (type: ColumnType): boolean => type === 'integer' || type === 'double';
export const isTemporal = (type: ColumnType): boolean => type === 'date' || type === 'timestamp';
