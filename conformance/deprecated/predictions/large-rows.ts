import { HOUSING } from './wrong-rows.ts';

const [HEAD = '', ROW = ''] = HOUSING.split('\n');
const rows = (count: number): string => `${HEAD}\n${`${ROW}\n`.repeat(count)}`;

export const LONG_ROWS = 400_000;
/** Reasons for so many rows take seconds, and so long does the one thread of the installation. */
export const LONG = rows(LONG_ROWS);
/** More than is scored in passing: it waits for the thread. */
export const WAITS = rows(80_000);
