import { generatedId } from '../../recording/prediction-record.ts';
import type { CachedModel } from '../cached-model.ts';
import type { SentRows } from '../rows/sent-rows.ts';
import type { GeneratedIds, ReplyOptions, ScoredRows } from '../scoring-request.ts';

/** Everything a reply is written from. */
export interface ReplyContext {
  readonly model: CachedModel;
  readonly sent: SentRows;
  readonly scored: ScoredRows;
  readonly options: ReplyOptions;
  /** Returned beside the passthrough columns. */
  readonly ids?: AssociationIds | undefined;
}

export type Rounding = (value: number) => number;

const asIs: Rounding = (value) => value;
const MOST_DECIMALS = 15;

export function roundTo(decimals: number | null): Rounding {
  if (decimals === null || decimals > MOST_DECIMALS) return asIs;
  return (value) => Number(value.toFixed(decimals));
}

/** Index of the most likely class of a row. */
export function mostLikelyClass(values: Float64Array, row: number, width: number): number {
  let best = 0;
  for (let k = 1; k < width; k++) {
    if ((values[row * width + k] as number) > (values[row * width + best] as number)) best = k;
  }
  return best;
}

export const isOutlier = (
  value: number,
  { lower, upper }: { readonly lower: number; readonly upper: number },
): boolean => value < lower || value > upper;

/** The name of the predicted number of a model without classes. */
export const predictionName = ({ target, scorer }: CachedModel): string =>
  scorer.kind === 'series' ? `${target.name} (actual)` : (target.name ?? 'Anomaly Score');

/** The association ID of each predicted row. */
export interface AssociationIds {
  readonly column: string;
  of(row: number): string;
}

/** Those of the rows, and generated ones for rows without. */
export function associationIds(
  { column, prefix }: GeneratedIds,
  { kept }: SentRows,
  { forecasts }: ScoredRows,
): AssociationIds {
  const cells = kept.get(column) ?? [];
  const rowIds = forecasts?.rowIds;
  return {
    column,
    of(row) {
      const cell = cells[rowIds === undefined ? row : (rowIds[row] as number)] ?? '';
      return cell === '' ? generatedId(prefix, row) : String(cell);
    },
  };
}

const two = (value: number): string => String(value).padStart(2, '0');
const NAMES = ['January', 'February', 'March', 'April', 'May', 'June', 'July'];
const MONTHS = [...NAMES, 'August', 'September', 'October', 'November', 'December'];

/** `2024-05-31T00:00:00Z`; fractions only where there are any. */
export const formatSeconds = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

/** `2024-05-31T00:00:00.000000Z`. */
export const formatMicroseconds = (time: number): string => new Date(time).toISOString().replace('Z', '000Z');

/** A time as the data write theirs, by their `strftime` format. */
export function formatLike(time: number, format: string | null): string {
  const date = new Date(time);
  if (format === null) return formatSeconds(time);
  const month = MONTHS[date.getUTCMonth()] as string;
  const hour = date.getUTCHours();
  const pieces: Readonly<Record<string, string>> = {
    Y: String(date.getUTCFullYear()),
    y: two(date.getUTCFullYear() % 100),
    m: two(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    b: month.slice(0, 3),
    B: month,
    H: two(hour),
    I: two(hour % 12 || 12),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    f: `${String(date.getUTCMilliseconds()).padStart(3, '0')}000`,
    p: hour < 12 ? 'AM' : 'PM',
    z: '+0000',
  };
  return format.replace(/%(\w)/g, (text, directive: string) => pieces[directive] ?? text);
}
