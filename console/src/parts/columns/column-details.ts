import { share, whole } from '../format-number.ts';
import type { Column } from './column.ts';
import { statistic } from './statistic.ts';

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
