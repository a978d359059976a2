import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import type { PredictionDatasetRow } from './prediction.store.ts';

const time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), { error: 'Must be a time like 2026-01-31T00:00:00Z', abort: true })
  .transform((text) =>
    new Date(/[zZ]$|[+-]\d\d:?\d\d$/.test(text) || !text.includes(':') ? text : `${text}Z`).toISOString(),
  )
  .nullish();

const asked = {
  forecastPoint: time,
  predictionsStartDate: time,
  predictionsEndDate: time,
  relaxKnownInAdvanceFeaturesCheck: z.boolean().nullish(),
  actualValueColumn: z.string().nullish(),
};

interface Times {
  readonly forecastPoint?: string | null | undefined;
  readonly predictionsStartDate?: string | null | undefined;
  readonly predictionsEndDate?: string | null | undefined;
}

/** One moment or a range of them, and ranges have two ends. */
export function checkTimes(given: Times, check: z.RefinementCtx): void {
  const { forecastPoint, predictionsStartDate: start, predictionsEndDate: end } = given;
  const say = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
  if (forecastPoint && (start || end)) say('forecastPoint', 'Send a forecast point or a range of dates, not both');
  if (start && !end) say('predictionsEndDate', 'Send both ends of the range');
  if (end && !start) say('predictionsStartDate', 'Send both ends of the range');
  if (start && end && start >= end) say('predictionsEndDate', 'Must be later than predictionsStartDate');
}

export const when = z.iso.datetime().nullable();

export const FileUpload = z
  .strictObject({ ...asked, relaxKnownInAdvanceFeaturesCheck: z.union([z.boolean(), z.stringbool()]).nullish() })
  .superRefine(checkTimes);
export const UrlUpload = z.strictObject({ ...asked, url: z.string().min(1) }).superRefine(checkTimes);
export type UrlUpload = z.output<typeof UrlUpload>;
export const DatasetUpload = z
  .strictObject({ ...asked, datasetId: z.string().min(1), datasetVersionId: z.string().min(1).nullish() })
  .superRefine(checkTimes);

/** 0: all of them. */
export const ListQuery = z.strictObject({ offset, limit: z.int().min(0).max(1000).default(100) });
export type ListQuery = z.output<typeof ListQuery>;

export const PredictionDataset = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  created: z.iso.datetime(),
  numRows: z.int(),
  numColumns: z.int(),
  forecastPoint: when,
  predictionsStartDate: when,
  predictionsEndDate: when,
  forecastPointRange: z.array(z.iso.datetime()).nullable(),
  dataStartDate: when,
  dataEndDate: when,
  maxForecastDate: when,
  relaxKnownInAdvanceFeaturesCheck: z.boolean(),
  actualValueColumn: z.string().nullable(),
  detectedActualValueColumns: z.array(z.strictObject({ missingCount: z.int(), name: z.string() })),
  containsTargetValues: z.boolean().nullable(),
  secondaryDatasetsConfigId: z.null(),
  catalogId: z.string().nullable(),
  catalogVersionId: z.string().nullable(),
  dataQualityWarnings: z.strictObject({
    hasKiaMissingValuesInForecastWindow: z.boolean(),
    insufficientRowsForEvaluatingModels: z.boolean(),
    singleClassActualValueColumn: z.boolean(),
  }),
});

export function toPredictionDataset(row: PredictionDatasetRow): z.infer<typeof PredictionDataset> {
  const { missesKnownInAdvance, forecastPointRange, ...found } = row.found;
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    created: row.created_at.toISOString(),
    numRows: row.row_count,
    numColumns: row.column_count,
    ...row.asked,
    ...found,
    forecastPointRange: forecastPointRange && [...forecastPointRange],
    detectedActualValueColumns: [],
    secondaryDatasetsConfigId: null,
    catalogId: row.from_catalog ? row.dataset_id : null,
    catalogVersionId: row.from_catalog ? row.version_id : null,
    dataQualityWarnings: {
      hasKiaMissingValuesInForecastWindow: missesKnownInAdvance,
      insufficientRowsForEvaluatingModels: false,
      singleClassActualValueColumn: false,
    },
  };
}
