import { quoteText } from '../duckdb/duckdb-text.ts';
import { MISSING } from '../ingest/cell-kind.rules.ts';
import type { FeatureSummary } from './profile.types.ts';
import { WRITTEN } from './written-number.rules.ts';

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
