import { HOUSING } from './wrong-rows.ts';

const [HEAD = '', ROW = ''] = HOUSING.split('\n');
const rows = (count: number): string => `${HEAD}\n${`${ROW}\n`.repeat(count)}`;

export const LONG_ROWS = 200_000;
/** Reasons for so many rows take seconds, and so long does the one thread of the installation. */
export const LONG = rows(LONG_ROWS);
/** More than is scored in passing: it waits for the thread. */
export const WAITS = rows(80_000);
export const HALF_A_QUEUE = rows(500_000);
/** Large enough for one `WAITS` of every route. */
export const QUEUE_BYTES = 2.2 * HALF_A_QUEUE.length;
