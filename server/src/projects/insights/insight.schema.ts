import { z } from 'zod';

/** The number of a backtest, newest is 0, or the holdout. In a query all of it is text. */
export const Backtest = z
  .union([z.int().min(0), z.string().regex(/^(\d{1,3}|holdout)$/, 'Must be the number of a backtest, or holdout')])
  .transform((value) => (value === 'holdout' ? ('holdout' as const) : Number(value)));

export type Backtest = z.output<typeof Backtest>;

export const partOf = (backtest: Backtest): string => (backtest === 'holdout' ? 'holdout' : `backtest_${backtest}`);
