import { quoteText } from '../duckdb/duckdb-sql.ts';
import { MISSING } from '../ingest/column.rules.ts';
import type { FeatureSummary, FeatureType } from './profile.types.ts';

const tokens = MISSING.map(quoteText).join(', ');

/** A text that means "no value" becomes none. */
export const present = (value: string): string => `CASE WHEN ${value} IN (${tokens}) THEN NULL ELSE ${value} END`;

/** Milliseconds since 1970. */
export const readDate = (value: string, format: string): string =>
  `epoch_us(try_strptime(${present(value)}, ${quoteText(format)}))::DOUBLE / 1000`;

const NUMBERS = /^(U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|DECIMAL\(.*\)|BIGNUM)$/;

/** Whether the Parquet type itself says that these are numbers or times. */
export const storedKind = (type: string): 'number' | 'time' | 'boolean' | 'text' => {
  if (NUMBERS.test(type) || type === 'DOUBLE' || type === 'FLOAT') return 'number';
  if (type === 'DATE' || type.startsWith('TIMESTAMP')) return 'time';
  return type === 'BOOLEAN' ? 'boolean' : 'text';
};

/** The SQL that turns a stored number or time into a DOUBLE; what is not finite is missing. */
export function storedNumber(type: string, value: string): string {
  if (NUMBERS.test(type)) return `${value}::DOUBLE`;
  if (storedKind(type) === 'time') return `CASE WHEN isfinite(${value}) THEN epoch_us(${value})::DOUBLE / 1000 END`;
  return `CASE WHEN isfinite(${value}) THEN ${value}::DOUBLE END`;
}

/**
 * The SQL that reads a column as what its profile says it is: DOUBLE for numbers of every kind, milliseconds since 1970
 * for dates, VARCHAR for everything else. `value` is the column as SQL.
 */
export function typedValue(
  { featureType, storedAs, dateFormat }: Pick<FeatureSummary, 'featureType' | 'storedAs' | 'dateFormat'>,
  value: string,
): string {
  const kind = storedKind(storedAs);
  if (kind === 'number' || kind === 'time') return storedNumber(storedAs, value);
  if (featureType === 'Date' && dateFormat !== null) return readDate(value, dateFormat);
  const written = WRITTEN.find((one) => one.featureType === featureType);
  return written === undefined ? `${value}::VARCHAR` : written.read(present(value));
}

/** Numbers written with a unit: how they are recognised, read and written again. The patterns mean the same in SQL. */
interface WrittenNumber {
  readonly featureType: FeatureType;
  readonly pattern: string;
  /** SQL from the text to a DOUBLE. */
  readonly read: (value: string) => string;
  readonly write: (value: number) => string;
}

const DIGITS = '(\\d{1,3}(,\\d{3})+|\\d+)(\\.\\d+)?';
const plain = (value: string) => `TRY_CAST(regexp_replace(${value}, '[^0-9.]', '', 'g') AS DOUBLE)`;
const signedNumber = (value: string) =>
  `CASE WHEN starts_with(${value}, '-') OR starts_with(${value}, '(') THEN -${plain(value)} ELSE ${plain(value)} END`;
const short = (value: number) => String(Number(value.toPrecision(12)));

const inches = (value: string) =>
  `TRY_CAST(split_part(${value}, '''', 1) AS DOUBLE) * 12 + ` +
  `coalesce(TRY_CAST(regexp_extract(${value}, '([0-9.]+)"', 1) AS DOUBLE), 0)`;

const WRITTEN: readonly WrittenNumber[] = [
  {
    featureType: 'Percentage',
    pattern: `-?${DIGITS} ?%`,
    read: signedNumber,
    write: (value) => `${short(value)}%`,
  },
  {
    featureType: 'Currency',
    pattern: `(-?[$€£¥] ?${DIGITS}|\\([$€£¥] ?${DIGITS}\\)|-?${DIGITS} ?[€£])`,
    read: signedNumber,
    write: short,
  },
  {
    featureType: 'Length',
    pattern: `\\d+' ?(\\d{1,2}(\\.\\d+)?")?`,
    read: inches,
    write: (value) => `${Math.floor(value / 12)}' ${short(value - 12 * Math.floor(value / 12))}"`,
  },
  {
    featureType: 'Numeric',
    pattern: `-?\\d{1,3}(,\\d{3})+(\\.\\d+)?|-?\\d+(\\.\\d+)?`,
    read: signedNumber,
    write: short,
  },
];

const whole = new Map(WRITTEN.map((kind) => [kind, new RegExp(`^(?:${kind.pattern})$`, 'u')]));

/** The kind that reads all these values; a plain number only when thousands are set off, else it is a code. */
export function writtenNumber(values: readonly string[]): WrittenNumber | undefined {
  const first = values[0];
  if (first === undefined) return undefined;
  const kind = WRITTEN.find((one) => whole.get(one)?.test(first));
  if (kind === undefined || !values.every((value) => whole.get(kind)?.test(value))) return undefined;
  return kind.featureType === 'Numeric' && !values.some((value) => value.includes(',')) ? undefined : kind;
}

export const matchesAll = (kind: WrittenNumber, value: string): string =>
  `regexp_full_match(${value}, ${quoteText(kind.pattern)})`;
