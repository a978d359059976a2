import type { Session } from './session.ts';
import type { Leaf } from './tree-builder.ts';
import { STEP } from './tree-setup.ts';

/** Below this a barrier costs more than the second thread brings. */
const PARALLEL_PARTITION = 8192;

/**
 * Sorts the rows of a leaf into left and right by the table in kernel memory, keeping their order; gives the number on
 * the left.
 */
export function partitionRows(session: Session, begin: number, count: number, feature: number): number {
  const { layout, team, kernels, buffer } = session;
  if (team.threads === 1 || count < PARALLEL_PARTITION) {
    const index = layout.index + begin * 4;
    const column = layout.columns + feature * layout.rows;
    const lefts = kernels.partition(index, count, column, layout.table, layout.scratch);
    kernels.placePart(layout.scratch, count, lefts, index, index + lefts * 4);
    return lefts;
  }
  team.run(STEP.partition, begin, count, feature);
  let lefts = 0;
  for (const part of new Int32Array(buffer, layout.counts, team.threads)) lefts += part;
  team.run(STEP.place, begin, count, lefts);
  return lefts;
}

/** What the rows of a leaf weigh. */
export function rowWeight({ layout, buffer }: Session, { begin, count }: Leaf): number {
  if (!layout.weighted) return count;
  const index = new Int32Array(buffer, layout.index, layout.rows);
  const weights = new Float64Array(buffer, layout.weights, layout.rows);
  let sum = 0;
  for (let i = begin; i < begin + count; i += 1) sum += weights[index[i] as number] as number;
  return sum;
}
