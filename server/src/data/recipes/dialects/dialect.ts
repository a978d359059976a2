export const ENGINES = ['duckdb', 'postgres', 'spark', 'databricks', 'snowflake', 'bigquery'] as const;
/** A language of SQL: the five a recipe may be written in, and DuckDB, which runs recipes over our own datasets. */
export type Dialect = (typeof ENGINES)[number];

/** A piece of SQL with places for its parts: `$1`, `$2`, and `$*` for all of them with commas. */
export type Template = string;

/** An aggregate that some engines can only make in two moves: gather the values, then look at what was gathered. */
export interface Aggregate {
  readonly gather: Template;
  /** `$1` is the name of what was gathered, `$2` one value of it as a sort key, `$3` the person's own function. */
  readonly finish?: Template;
  /** Set where the engine has no such function, so the person has to name one of their own. */
  readonly needsUserFunction?: true;
}

/** What most engines have in common; each table says what it does otherwise. */
export const standard = {
  types: {
    integer: 'BIGINT',
    double: 'DOUBLE',
    string: 'VARCHAR',
    boolean: 'BOOLEAN',
    date: 'DATE',
    timestamp: 'TIMESTAMP',
  },
  strings: 'backslash',
  doubleQuotesAreStrings: false,
  text: '$1',
  rowOrder: 'content',
  share: { below: 'modulo' },
  contains: '(STRPOS($1, $2) > 0)',
  regex: {
    replaceAll: 'REGEXP_REPLACE($1, $2, $3)',
    replaceAllIgnoringCase: "REGEXP_REPLACE($1, CONCAT('(?i)', $2), $3)",
    group: '\\',
    lookaround: false,
  },
  aggregates: {
    'sum-integer': { gather: 'SUM($1)' },
    'sum-double': { gather: 'SUM(CAST($1 AS DOUBLE))' },
    avg: { gather: 'AVG(CAST($1 AS DOUBLE))' },
    stddev: { gather: 'STDDEV_SAMP($1)' },
    median: { gather: 'MEDIAN($1)' },
    'most-frequent': { gather: 'MODE($1)' },
  },
  interval: "INTERVAL '$1' $2",
  decimal: 'DECIMAL($1, $2)',
  divide: '($1 / NULLIF($2, 0))',
  session: [],
} as const;

export type WindowMethod = 'max' | 'min' | 'avg' | 'stddev' | 'median' | 'most-frequent';

/** Everything the compiler needs to know of an engine, as data. */
export interface DialectTable {
  readonly name: Dialect;
  readonly names: {
    readonly quote: '"' | '`';
    /** What stands for the quote inside a quoted name. */
    readonly escape: string;
    readonly caseSensitive: boolean;
    readonly mostBytes: number;
  };
  /** How a text value is written: doubled quotes; the same with `E''` around backslashes; or backslash escapes. */
  readonly strings: 'doubled' | 'doubled-with-e' | 'backslash';
  /** Whether double quotes enclose a value, not a name, in text people write. */
  readonly doubleQuotesAreStrings: boolean;
  readonly types: Readonly<Record<Exclude<ColumnType, 'other'>, string>>;
  /** `$1` sorts and compares by code point, as every engine but one does by itself. */
  readonly text: Template;
  /** Row order is that of the input and can be counted (`position`), or has to come from the values (`content`). */
  readonly rowOrder: 'position' | 'content';
  /** A number or text that looks random and depends on seed (`$1`) and row (`$2`...) alone. */
  readonly rowKey: Template;
  /** How `key` is compared to keep a share of rows, or the engine's own clause. */
  readonly share: { readonly below: 'hex' | 'modulo' } | { readonly clause: Template };
  readonly contains: Template;
  readonly regex: {
    /** `$1` text, `$2` pattern, `$3` replacement. */
    readonly replaceAll: Template;
    readonly replaceAllIgnoringCase: Template;
    readonly group: '\\' | '$';
    readonly lookaround: boolean;
  };
  readonly aggregates: Readonly<
    Record<'sum-integer' | 'sum-double' | 'avg' | 'stddev' | 'median' | 'most-frequent', Aggregate>
  >;
  readonly rolling: Readonly<Record<'median' | 'most-frequent', Aggregate>>;
  /** `$1` of the unit `$2`. */
  readonly interval: Template;
  readonly decimal: Template;
  /** `$1` divided by `$2` as a fraction, and without remainder. */
  readonly divide: Template;
  readonly divideWhole: Template;
  /** Names of functions that differ from the default; see the sandbox's table. */
  readonly functions: Readonly<Record<string, Template>>;
  /** What to run in a session so that the same query gives the same rows, and nothing is written. */
  readonly session: readonly string[];
}

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
