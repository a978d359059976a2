import { joinSeriesId } from '@almanac/engine';
import type { z } from 'zod';
import type { BundleTarget, ModelBundle } from '../bundle.ts';
import type { ModelPackage } from './package.schema.ts';

type Shown = z.input<typeof ModelPackage>;
type Optional<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** What is kept of a version besides its bundle: what was told of an external model, and what kind it is. */
export interface Told {
  readonly modelKind?: { readonly isTimeSeries: boolean; readonly isMultiseries: boolean };
  readonly modelDescription?: Optional<Shown['modelDescription']>;
  readonly datasets?: Optional<Shown['datasets']>;
  readonly timeseries?: Optional<Shown['timeseries']>;
  readonly predictionProbabilitiesColumn?: string | null;
  /** Of the file a version was read from. */
  readonly originalFileName?: string;
}

/** Clients say the positive class first; a bundle numbers it 1. */
export function classNamesOf({ type, classes }: BundleTarget): string[] | null {
  if (classes.length === 0) return null;
  return type === 'Binary' ? [...classes].reverse() : [...classes];
}

export const classesFrom = (type: BundleTarget['type'], names: readonly string[]): string[] =>
  type === 'Binary' ? [...names].reverse() : [...names];

export function datasetsOf(bundle: ModelBundle | null, { datasets }: Told): Shown['datasets'] {
  const training = bundle?.trainingDataset;
  return {
    datasetName: training?.name ?? datasets?.datasetName ?? null,
    trainingDataCatalogId: training?.id ?? datasets?.trainingDataCatalogId ?? null,
    trainingDataCatalogVersionId: training?.versionId ?? null,
    trainingDataSize: bundle?.referenceRows ?? null,
    holdoutDatasetName: datasets?.holdoutDatasetName ?? null,
    holdoutDataCatalogId: datasets?.holdoutDataCatalogId ?? null,
    holdoutDataCatalogVersionId: null,
    baselineSegmentedBy: [],
    targetHistogramBaseline: bundle === null ? null : 'predictions',
  };
}

const NO_SERIES: Shown['timeseries'] = {
  datetimeColumnName: null,
  datetimeColumnFormat: null,
  forecastPointColumnName: null,
  forecastDistanceColumnName: null,
  seriesColumnName: null,
  forecastDistances: null,
  forecastDistancesTimeUnit: null,
  featureDerivationWindowStart: null,
  featureDerivationWindowEnd: null,
  effectiveFeatureDerivationWindowStart: null,
  effectiveFeatureDerivationWindowEnd: null,
  isCrossSeries: null,
  isNewSeriesSupport: null,
  isTraditionalTimeSeries: null,
};

export function timeseriesOf(bundle: ModelBundle | null, { timeseries }: Told): Shown['timeseries'] {
  const plan = bundle?.plan;
  if (plan?.kind !== 'series') {
    const told = Object.entries(timeseries ?? {}).filter(([, value]) => value !== undefined);
    return { ...NO_SERIES, ...Object.fromEntries(told) };
  }
  const { windows, panel, grid } = plan;
  const [start, end] = [-(windows.blind + windows.history), 0 - windows.blind];
  return {
    datetimeColumnName: panel.dateColumn,
    datetimeColumnFormat: bundle?.columns.find(({ name }) => name === panel.dateColumn)?.dateFormat ?? null,
    forecastPointColumnName: null,
    forecastDistanceColumnName: null,
    // Several columns are named as their values are joined.
    seriesColumnName: panel.idColumns.length === 0 ? null : joinSeriesId(panel.idColumns),
    forecastDistances: Array.from({ length: windows.last - windows.first + 1 }, (_, i) => windows.first + i),
    forecastDistancesTimeUnit: grid.unit,
    featureDerivationWindowStart: start,
    featureDerivationWindowEnd: end,
    effectiveFeatureDerivationWindowStart: start,
    effectiveFeatureDerivationWindowEnd: end,
    isCrossSeries: plan.crossSeries,
    isNewSeriesSupport: true,
    isTraditionalTimeSeries: false,
  };
}
