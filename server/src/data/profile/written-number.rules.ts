import { quoteText } from '../duckdb/duckdb-text.ts';
import type { FeatureType } from './profile.types.ts';

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
const signed = (value: string) =>
  `CASE WHEN starts_with(${value}, '-') OR starts_with(${value}, '(') THEN -${plain(value)} ELSE ${plain(value)} END`;
const short = (value: number) => String(Number(value.toPrecision(12)));

const inches = (value: string) =>
  `TRY_CAST(split_part(${value}, '''', 1) AS DOUBLE) * 12 + ` +
  `coalesce(TRY_CAST(regexp_extract(${value}, '([0-9.]+)"', 1) AS DOUBLE), 0)`;

export const WRITTEN: readonly WrittenNumber[] = [
  {
    featureType: 'Percentage',
    pattern: `-?${DIGITS} ?%`,
    read: signed,
    write: (value) => `${short(value)}%`,
  },
  {
    featureType: 'Currency',
    pattern: `(-?[$€£¥] ?${DIGITS}|\\([$€£¥] ?${DIGITS}\\)|-?${DIGITS} ?[€£])`,
    read: signed,
    write: short,
  },
  {
    featureType: 'Length',
    pattern: `\\d+' ?(\\d{1,2}(\\.\\d+)?")?`,
    read: inches,
    write: (value) => `${Math.floor(value / 12)}' ${short(value - 12 * Math.floor(value / 12))}"`,
  },
  { featureType: 'Numeric', pattern: `-?\\d{1,3}(,\\d{3})+(\\.\\d+)?|-?\\d+(\\.\\d+)?`, read: signed, write: short },
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
