import { quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import { MISSING } from '../ingest/column.rules.ts';
import { dateReading } from './date-format.rules.ts';
import type { FeatureType } from './profile.types.ts';
import { irregularity } from './time-axis.rules.ts';
import { matchesAll, present, readDate, writtenNumber } from './typed-value.ts';
import { countNumbers, figure, type Source } from './value-counts.ts';

/** What the texts of a column say: dates in one format, numbers with a unit, or just names. */
export type TextKind =
  | { readonly kind: 'date'; readonly format: string }
  | { readonly kind: 'mixedDates'; readonly formats: readonly string[] }
  | {
      readonly kind: 'number';
      readonly featureType: FeatureType;
      readonly read: (value: string) => string;
      readonly write: (value: number) => string;
    }
  | { readonly kind: 'names' };

const tokens = new Set<string>(MISSING);
const LOOKED_AT = 1_000;
const names: TextKind = { kind: 'names' };

/** A first look: how these values might be read. */
function inspectSample(values: readonly string[]) {
  const meaningful = values.filter((value) => !tokens.has(value) && value !== '');
  const stride = Math.max(1, Math.ceil(meaningful.length / LOOKED_AT));
  const looked = meaningful.filter((_, i) => i % stride === 0);
  const written = writtenNumber(looked);
  return { written, dates: written === undefined ? dateReading(looked) : { one: [], several: [] } };
}

/** Whether the texts may be more than names, so that the column has to be asked again. */
export function mayBeTyped(values: readonly string[]): boolean {
  const { written, dates } = inspectSample(values);
  return written !== undefined || dates.one.length > 0;
}

/** The look at `values` only proposes; every value of the column is asked before it is believed. */
export async function textKind(source: Source, column: string, values: readonly string[]): Promise<TextKind> {
  const {
    written,
    dates: { one, several },
  } = inspectSample(values);
  if (written !== undefined) {
    const [row = {}] = await source.session.rows(
      `SELECT coalesce(bool_and(${matchesAll(written, 'p')}), false) AS fits FROM ${distinctTexts(source, column)}`,
    );
    if (row.fits !== true) return names;
    const read = (value: string) => written.read(present(value));
    return { kind: 'number', featureType: written.featureType, read, write: written.write };
  }
  if (one.length > 0) {
    const format = await bestFormat(source, column, one);
    return format === undefined ? { kind: 'mixedDates', formats: one } : { kind: 'date', format };
  }
  return several.length > 0 ? { kind: 'mixedDates', formats: several } : names;
}

/** Every different text that says something, as `p`. */
const distinctTexts = (source: Source, column: string) =>
  `(SELECT ${present('v')} AS p FROM (SELECT DISTINCT ${quoteName(column)}::VARCHAR AS v FROM ${source.sql}))
   WHERE p IS NOT NULL AND p <> ''`;

/** The format that reads all values; when day and month could change places, the one that makes the steps more even. */
async function bestFormat(source: Source, column: string, formats: readonly string[]) {
  const failures = formats.map((format, i) => {
    const read = `try_strptime(p, ${quoteText(format)})`;
    // Four digits are asked of %Y: it would also take the year 20.
    return `count(*) FILTER (${read} IS NULL OR year(${read}) < 1000) AS f${i}`;
  });
  const [row = {}] = await source.session.rows(`SELECT ${failures.join(', ')} FROM ${distinctTexts(source, column)}`);
  const fitting = formats.filter((_, i) => figure(row[`f${i}`]) === 0);
  if (fitting.length < 2) return fitting[0];
  const candidates: { readonly format: string; readonly uneven: number }[] = [];
  for (const format of fitting) {
    const counted = await countNumbers(source, column, (value) => readDate(value, format));
    candidates.push({ format, uneven: counted === undefined ? 1 : irregularity(counted.values) });
  }
  // Sorting is stable: equally even ones stay in the order of preference.
  return candidates.sort((a, b) => a.uneven - b.uneven)[0]?.format;
}
