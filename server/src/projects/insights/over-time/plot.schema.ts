import { z } from 'zod';
import { Backtest } from '../insight.schema.ts';
import { RESOLUTIONS } from './plot.rules.ts';

const source = z.enum(['training', 'validation']).default('validation');
const distance = z.int().min(0);
const time = z.iso.datetime({ offset: true });

export const TrendRequest = z.strictObject({
  backtest: Backtest.nullish(),
  source: source.nullish(),
  forecastDistanceStart: distance.nullish(),
  forecastDistanceEnd: distance.nullish(),
  fullAverage: z.literal([false, null], { error: 'Means are always over all series. Leave it out' }).optional(),
});

const which = { backtest: Backtest.default(0), source, seriesId: z.string().optional() };
const window = {
  resolution: z.enum(RESOLUTIONS).optional(),
  maxBinSize: z.int().min(1).max(1000).default(500),
  startDate: time.optional(),
  endDate: time.optional(),
};

export const AccuracyMetadataQuery = z.strictObject({ forecastDistance: distance.optional() });
export const AccuracyPreviewQuery = z.strictObject({ ...which, forecastDistance: distance.optional() });
export const AccuracyQuery = AccuracyPreviewQuery.extend(window);
export type AccuracyQuery = z.output<typeof AccuracyQuery>;
export const ForecastPreviewQuery = z.strictObject(which);
export const ForecastQuery = z.strictObject({
  ...which,
  ...window,
  forecastDistanceStart: distance.optional(),
  forecastDistanceEnd: distance.optional(),
});
export type ForecastQuery = z.output<typeof ForecastQuery>;

const number = z.number().nullable();
const ends = { startDate: z.iso.datetime(), endDate: z.iso.datetime() };
const stretch = z.strictObject({ startDate: z.iso.datetime().nullable(), endDate: z.iso.datetime().nullable() });
const stretches = z.strictObject({ training: stretch, validation: stretch });
const events = z.array(z.strictObject({ name: z.string(), date: z.iso.datetime(), seriesId: z.string().nullable() }));
const resolution = z.enum(RESOLUTIONS);

const status = z.enum(['completed', 'notCompleted', 'notSupported', 'insufficientData']);
const distanceStatus = z.partialRecord(status, z.array(z.int()));
const metadata = <Status extends z.ZodType>(one: Status) => {
  const both = z.strictObject({ training: one, validation: one });
  return {
    resolutions: z.array(resolution),
    backtestMetadata: z.array(stretches),
    holdoutMetadata: stretches,
    backtestStatuses: z.array(both),
    holdoutStatuses: both,
  };
};
export const AccuracyMetadata = z.strictObject({ forecastDistance: z.int().nullable(), ...metadata(status) });
export const ForecastMetadata = z.strictObject(metadata(distanceStatus));

const accuracyBin = { ...ends, actual: number, predicted: number };
export const PlotPreview = z.strictObject({ ...ends, bins: z.array(z.strictObject(accuracyBin)) });
export const AccuracyPlot = z.strictObject({
  ...ends,
  resolution,
  bins: z.array(z.strictObject({ ...accuracyBin, frequency: z.int() })),
  statistics: z.strictObject({ durbinWatson: number }),
  calendarEvents: events,
});
export const ForecastPlot = z.strictObject({
  ...ends,
  resolution,
  forecastDistances: z.array(z.int()),
  bins: z.array(
    z.strictObject({
      ...ends,
      actual: number,
      error: number,
      normalizedError: number,
      forecasts: z.array(number),
      frequency: z.int(),
    }),
  ),
  calendarEvents: events,
});
