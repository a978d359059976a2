import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { pageQuery } from '#platform/http/page.ts';

const ORDERS = ['multiseriesValue', 'rowCount', 'validationScore', 'backtestingScore', 'holdoutScore'] as const;

export const SeriesScoreRequest = z.strictObject({
  computeAllSeries: ignored(z.boolean().nullish(), 'The scores of all series are always computed', [true]),
});
export const SeriesScoreQuery = pageQuery().extend({
  metric: z.string().optional(),
  multiseriesValue: z.string().optional(),
  orderBy: z.enum([...ORDERS, ...ORDERS.map((name) => `-${name}` as const)]).optional(),
});

const score = z.number().nullable();
export const SeriesScore = z.strictObject({
  multiseriesId: z.string(),
  multiseriesValues: z.array(z.string()),
  rowCount: z.int(),
  duration: z.string(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  validationScore: score,
  backtestingScore: score,
  holdoutScore: score,
  cluster: z.null(),
});

export const StabilityQuery = z.strictObject({ metricName: z.string().optional() });
export const DistanceStability = z.strictObject({
  metricName: z.string(),
  forecastDistancePlotData: z.array(
    z.strictObject({
      forecastDistance: z.int(),
      validationScore: score,
      backtestingScore: score,
      holdoutScore: score,
    }),
  ),
});
export const BacktestStability = z.strictObject({
  metricName: z.string(),
  backtestPlotData: z.array(
    z.strictObject({
      backtestIndex: z.union([z.int(), z.literal('holdout')]),
      score,
      backtestStartDate: z.iso.datetime().nullable(),
      backtestEndDate: z.iso.datetime().nullable(),
    }),
  ),
});
