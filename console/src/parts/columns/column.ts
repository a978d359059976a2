import { figure, share, whole } from '../format.ts';

/** What is known about one column, wherever it was profiled. */
export interface Column {
  readonly name: string;
  readonly featureType: string;
  readonly uniqueCount: number;
  readonly naCount: number;
  readonly mean: number | string | null;
  readonly stdDev: number | string | null;
  readonly min: number | string | null;
  readonly median: number | string | null;
  readonly max: number | string | null;
  readonly plot?: readonly { readonly label: string; readonly count: number }[];
}

/** A figure of a column: a number, a date or a span of time as text, or nothing. */
export function statistic(value: number | string | null): string {
  if (typeof value !== 'string') return figure(value);
  return span(value) ?? value.replace(/T00:00:00(\.0+)?Z?$/, '');
}

const SPAN = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;
const units = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** `P28DT21H39M12S` as `28.9 days`: the unit that fits, to three digits. */
function span(text: string): string | undefined {
  const parts = SPAN.exec(text);
  if (parts === null) return undefined;
  const seconds = units.reduce((sum, [, size], index) => sum + Number(parts[index + 1] ?? 0) * size, 0);
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['seconds', 1];
  return `${Number((seconds / size).toPrecision(3))} ${unit}`;
}

/** What a column is sorted by: numbers among themselves, what is missing last. */
export const rank = (value: number | string | null): number => {
  if (typeof value === 'number') return value;
  const time = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
};

/** The figures a column has, in the order people read them. */
export function columnDetails(column: Column, rowCount: number): readonly { name: string; value: string }[] {
  const missing = rowCount === 0 ? '' : ` (${share(column.naCount / rowCount)})`;
  const figures = [
    ['Mean', column.mean],
    ['Standard deviation', column.stdDev],
    ['Smallest', column.min],
    ['Median', column.median],
    ['Largest', column.max],
  ] as const;
  return [
    { name: 'Type', value: column.featureType },
    { name: 'Unique values', value: whole(column.uniqueCount) },
    { name: 'Missing', value: `${whole(column.naCount)}${missing}` },
    ...figures.filter(([, value]) => value !== null).map(([name, value]) => ({ name, value: statistic(value) })),
  ];
}
