import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { orderBy, pageQuery } from '#platform/http/page.ts';
import type { FeatureSummary, PlotBin } from '../profile/profile.types.ts';

const fields = [
  'name',
  'id',
  'featureType',
  'unique',
  'missing',
  'stddev',
  'mean',
  'median',
  'min',
  'max',
  'dataQualityIssues',
] as const;
export type FeatureField = (typeof fields)[number];

export const FeatureQuery = pageQuery().extend({
  orderBy: orderBy(fields).default('name'),
  includePlot: z.boolean().default(false),
  includeDataQuality: z.boolean().default(false),
  searchFor: z.string().max(1000).optional(),
  featurelistId: z.string().max(64).optional(),
});

export const HistogramQuery = z.strictObject({
  binLimit: z.int().min(1).max(1000).default(60).describe('At most so many bins; 60 are kept'),
  key: z.string().max(1000).optional(),
  usePlot2: ignored(z.boolean().optional(), 'There is one way of binning: the answer is the same', [false]),
});

export const RowsQuery = pageQuery();

const PlotItem = z.strictObject({ label: z.string(), count: z.int() });
export const Histogram = z.strictObject({ plot: z.array(PlotItem) });

const statistic = z.union([z.number(), z.string()]).nullable();
const timeFit = {
  eligible: z.boolean(),
  reason: z.enum(['suitable', 'notADate', 'mixedDateFormats', 'missingDates', 'tooFewDates', 'notUnique', 'irregular']),
  step: z.number().nullable(),
  unit: z.string().nullable(),
};

export const Feature = z.strictObject({
  id: z.int().describe('The number of the column'),
  datasetId: z.string(),
  datasetVersionId: z.string(),
  name: z.string(),
  featureType: z.string(),
  lowInformation: z.boolean(),
  lowInformationReason: z.enum(['empty', 'constant', 'identifier', 'duplicate']).nullable(),
  duplicateOf: z.string().nullable().describe('An earlier column with the same values in every row'),
  uniqueCount: z.int(),
  uniqueCountIsExact: z.boolean(),
  naCount: z.int(),
  dateFormat: z.string().nullable(),
  min: statistic,
  max: statistic,
  mean: statistic,
  median: statistic,
  stdDev: statistic,
  timeSeriesEligible: timeFit.eligible,
  timeSeriesEligibilityReason: timeFit.reason,
  timeStep: timeFit.step,
  timeUnit: timeFit.unit,
  timeSeriesEligibleAggregation: timeFit.eligible,
  timeSeriesEligibilityReasonAggregation: timeFit.reason,
  timeStepAggregation: timeFit.step,
  timeUnitAggregation: timeFit.unit,
  targetLeakage: z.literal('SKIPPED_DETECTION'),
  targetLeakageReason: z.null(),
  isZeroInflated: z.boolean().nullable(),
  keySummary: z.null(),
  textStatistics: z
    .strictObject({ meanLength: z.number(), maxLength: z.int(), meanWords: z.number() })
    .nullable()
    .describe('Of text features'),
  plot: z.array(PlotItem).optional(),
  dataQualities: z.enum(['ISSUES_FOUND', 'NO_ISSUES_FOUND']).optional(),
  dataQualityIssues: z
    .array(z.strictObject({ issue: z.string(), count: z.int(), values: z.array(z.string()).optional() }))
    .optional(),
});

/** The first rows of a version, as text. */
export const FirstRows = z.strictObject({
  columns: z.array(z.string()),
  data: z.array(z.array(z.string().nullable())),
  resultSchema: z.array(z.strictObject({ name: z.string(), dataType: z.string() })),
  count: z.int(),
  totalCount: z.int().describe('Rows that are kept to be shown'),
  rowCount: z.int().describe('Rows of the version'),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export interface FeatureOptions {
  readonly includePlot: boolean;
  readonly includeDataQuality: boolean;
}

export function toFeature(
  place: { readonly datasetId: string; readonly versionId: string },
  { position, name, summary, plot }: FeatureRecord,
  { includePlot, includeDataQuality }: FeatureOptions,
): z.infer<typeof Feature> {
  const { storedAs, aggregated, issues, text, ...known }: FeatureSummary = summary;
  return {
    id: position,
    datasetId: place.datasetId,
    datasetVersionId: place.versionId,
    name,
    ...known,
    timeSeriesEligibleAggregation: aggregated.timeSeriesEligible,
    timeSeriesEligibilityReasonAggregation: aggregated.timeSeriesEligibilityReason,
    timeStepAggregation: aggregated.timeStep,
    timeUnitAggregation: aggregated.timeUnit,
    targetLeakage: 'SKIPPED_DETECTION',
    targetLeakageReason: null,
    keySummary: null,
    textStatistics: text,
    ...(includePlot ? { plot: [...(plot ?? ([] as PlotBin[]))] } : {}),
    ...(includeDataQuality
      ? {
          dataQualities: issues.length > 0 ? ('ISSUES_FOUND' as const) : ('NO_ISSUES_FOUND' as const),
          dataQualityIssues: issues.map(({ values, ...issue }) => ({
            ...issue,
            ...(values ? { values: [...values] } : {}),
          })),
        }
      : {}),
  };
}

export interface FeatureRecord {
  readonly position: number;
  readonly name: string;
  readonly summary: FeatureSummary;
  /** Null when it was not asked for. */
  readonly plot: readonly PlotBin[] | null;
}
