import { threadFrame } from '../../engine/held-data.ts';
import type { TableJob } from '../../engine/table-problem.ts';
import { type ChartQuestion, type Drawn, drawChart } from '../charts/charts.rules.ts';
import { rowsOfSource } from '../source-rows.ts';
import { inSlice, keepOutcomes, type SliceFilter } from './slice.rules.ts';

/** A chart of the rows in a slice, and how many they are; no chart of none. */
export function drawSlice(task: { readonly question: ChartQuestion; readonly filters: readonly SliceFilter[] }): {
  readonly rows: number;
  readonly drawn: readonly Drawn[];
} {
  const outcomes = keepOutcomes(task.question.outcomes, inSlice(threadFrame(), task.filters));
  const rows = outcomes.rows.length;
  return { rows, drawn: rows === 0 ? [] : drawChart({ ...task.question, outcomes }) };
}

/** How many rows of a source are in a slice. */
export function sizeOfSlice(task: {
  readonly job: TableJob;
  readonly of: 'training' | 'validation';
  readonly parts: readonly string[];
  readonly filters: readonly SliceFilter[];
}): number {
  return rowsOfSource(task).filter(inSlice(threadFrame(), task.filters)).length;
}
