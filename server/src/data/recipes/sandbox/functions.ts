import type { ColumnType, Template } from '../dialects/dialect.ts';

/** A function people may call: a list of what is allowed, so a new function of an engine is forbidden until named here. */
export interface AllowedFunction {
  readonly name: string;
  readonly kind: 'plain' | 'aggregate' | 'window';
  /** The least and the most arguments. */
  readonly takes: readonly [number, number];
  /** The type of the result; `first` and `last` are those of an argument. */
  readonly gives: ColumnType | 'first' | 'last';
  /** Used where the table of the dialect has no spelling of its own. */
  readonly template: Template;
}

type Row = readonly [
  name: string,
  takes: readonly [number, number],
  gives: AllowedFunction['gives'],
  template?: Template,
];

const ANY = Number.POSITIVE_INFINITY;
/** `round` with a number of digits, which one engine spells in another way. */
export const ROUND_TO = 'round_digits';

const plain: readonly Row[] = [
  ['abs', [1, 1], 'first'],
  ['ceil', [1, 1], 'double'],
  ['floor', [1, 1], 'double'],
  ['round', [1, 2], 'double'],
  [ROUND_TO, [2, 2], 'double', 'ROUND($*)'],
  ['sqrt', [1, 1], 'double'],
  ['exp', [1, 1], 'double'],
  ['ln', [1, 1], 'double'],
  ['log10', [1, 1], 'double'],
  ['power', [2, 2], 'double'],
  ['mod', [2, 2], 'first', '($1 % NULLIF($2, 0))'],
  ['sign', [1, 1], 'integer'],
  ['greatest', [2, ANY], 'first'],
  ['least', [2, ANY], 'first'],
  ['coalesce', [1, ANY], 'first'],
  ['nullif', [2, 2], 'first'],
  ['if', [3, 3], 'last', '(CASE WHEN $1 THEN $2 ELSE $3 END)'],
  ['lower', [1, 1], 'string'],
  ['upper', [1, 1], 'string'],
  ['length', [1, 1], 'integer'],
  ['trim', [1, 1], 'string'],
  ['ltrim', [1, 1], 'string'],
  ['rtrim', [1, 1], 'string'],
  ['concat', [1, ANY], 'string'],
  ['substring', [2, 3], 'string', 'SUBSTR($*)'],
  ['left', [2, 2], 'string'],
  ['right', [2, 2], 'string'],
  ['replace', [3, 3], 'string'],
  ['reverse', [1, 1], 'string'],
  ['strpos', [2, 2], 'integer'],
  ['starts_with', [2, 2], 'boolean'],
  ['ends_with', [2, 2], 'boolean'],
  ['contains', [2, 2], 'boolean'],
  ['split_part', [3, 3], 'string'],
  ['regexp_like', [2, 2], 'boolean'],
  ['regexp_replace', [3, 3], 'string', "REGEXP_REPLACE($1, $2, $3, 'g')"],
  ['regexp_extract', [2, 3], 'string'],
  ['md5', [1, 1], 'string'],
  ['to_date', [1, 1], 'date', 'CAST($1 AS DATE)'],
  ['to_timestamp', [1, 1], 'timestamp', 'CAST($1 AS TIMESTAMP)'],
  ['date_trunc', [2, 2], 'timestamp'],
  ['date_diff', [2, 3], 'integer', 'DATE_DIFF($*)'],
];

const aggregates: readonly Row[] = [
  ['count', [1, 1], 'integer'],
  ['sum', [1, 1], 'first'],
  ['avg', [1, 1], 'double'],
  ['min', [1, 1], 'first'],
  ['max', [1, 1], 'first'],
  ['median', [1, 1], 'double'],
  ['stddev', [1, 1], 'double', 'STDDEV_SAMP($1)'],
  ['variance', [1, 1], 'double', 'VAR_SAMP($1)'],
];

const windows: readonly Row[] = [
  ['row_number', [0, 0], 'integer'],
  ['rank', [0, 0], 'integer'],
  ['dense_rank', [0, 0], 'integer'],
  ['percent_rank', [0, 0], 'double'],
  ['cume_dist', [0, 0], 'double'],
  ['ntile', [1, 1], 'integer'],
  ['lag', [1, 3], 'first'],
  ['lead', [1, 3], 'first'],
  ['first_value', [1, 1], 'first'],
  ['last_value', [1, 1], 'first'],
];

/** Other names of the same functions in one language or another. */
const aliases: Readonly<Record<string, string>> = {
  ceiling: 'ceil',
  pow: 'power',
  ifnull: 'coalesce',
  nvl: 'coalesce',
  iff: 'if',
  lcase: 'lower',
  ucase: 'upper',
  char_length: 'length',
  character_length: 'length',
  len: 'length',
  substr: 'substring',
  instr: 'strpos',
  startswith: 'starts_with',
  endswith: 'ends_with',
  regexp_matches: 'regexp_like',
  regexp_contains: 'regexp_like',
  rlike: 'regexp_like',
  date: 'to_date',
  datetime: 'to_timestamp',
  datediff: 'date_diff',
  mean: 'avg',
  stddev_samp: 'stddev',
  var_samp: 'variance',
};

const asRecords = (rows: readonly Row[], kind: AllowedFunction['kind']): readonly AllowedFunction[] =>
  rows.map(([name, takes, gives, template = `${name.toUpperCase()}($*)`]) => ({ name, kind, takes, gives, template }));

const allowed = new Map(
  [...asRecords(plain, 'plain'), ...asRecords(aggregates, 'aggregate'), ...asRecords(windows, 'window')].map((one) => [
    one.name,
    one,
  ]),
);

/** Every function by the name the guide uses. */
export const allowedFunctions: readonly AllowedFunction[] = [...allowed.values()].filter(
  ({ name }) => name !== ROUND_TO,
);

/** The parts of a date as calls: `year(d)` is `EXTRACT(YEAR FROM d)`. */
export const PART_CALLS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

export const functionNames: readonly string[] = [...allowed.keys(), ...Object.keys(aliases), ...PART_CALLS].filter(
  (name) => name !== ROUND_TO,
);

export function functionNamed(word: string): AllowedFunction | undefined {
  return allowed.get(Object.hasOwn(aliases, word) ? (aliases[word] ?? word) : word);
}
