import { figure } from '../format-number.ts';

/** A figure of a column: a number, a date as text, or nothing. */
export const statistic = (value: number | string | null): string =>
  typeof value === 'string' ? value.replace(/T00:00:00(\.0+)?Z?$/, '') : figure(value);

/** What a column is sorted by: numbers among themselves, what is missing last. */
export const rank = (value: number | string | null): number => {
  if (typeof value === 'number') return value;
  const time = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
};
