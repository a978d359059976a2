import type { DeploymentRow, ModelPackageRow } from '../../deployments.tables.ts';
import type { CsvDialect } from '../../scoring/rows/read-csv.ts';
import { type Asked, PLAIN } from '../../scoring/scored.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import type { ChunkPlan } from '../thread/chunk-plan.ts';

export const dialectOf = ({ csvSettings: { delimiter, quotechar } }: Pick<BatchSpec, 'csvSettings'>): CsvDialect => ({
  delimiter: delimiter === 'tab' ? 0x09 : delimiter.charCodeAt(0),
  quote: quotechar.charCodeAt(0),
});

/** From what was asked, and how the deployment behaves, to what a thread does with every chunk. */
export function planOf(
  spec: BatchSpec,
  deployment: DeploymentRow | null,
  version: ModelPackageRow,
  mostColumns: number,
): ChunkPlan {
  const { settings } = deployment ?? {};
  const warning = settings?.predictionWarning.customBoundaries ?? version.bundle?.usualRange ?? null;
  return {
    dialect: dialectOf(spec),
    // Rows that were no file of the caller's are made into one here.
    charset: isOwnFile(spec) ? spec.csvSettings.encoding : 'utf-8',
    writtenCharset: spec.csvSettings.encoding,
    asked: askedOf(spec, deployment),
    shown: {
      decimals: null,
      usual: spec.predictionWarningEnabled ? warning : null,
      approval: deployment === null ? null : 'APPROVED',
      threshold: spec.predictionThreshold ?? deployment?.prediction_threshold ?? version.prediction_threshold,
      adjusted: false,
    },
    passthrough: spec.passthroughColumnsSet ?? spec.passthroughColumns ?? [],
    associations: settings?.associationId.columnNames ?? [],
    namesRows: settings?.associationId.autoGenerateId ?? false,
    chances: !spec.includeProbabilities
      ? 'none'
      : spec.includeProbabilitiesClasses.length > 0
        ? spec.includeProbabilitiesClasses
        : 'all',
    tellsStatus: spec.includePredictionStatus,
    renamed: spec.columnNamesRemapping ?? [],
    recorded: deployment !== null && !spec.skipDriftTracking,
    mostColumns,
  };
}

function askedOf(spec: BatchSpec, deployment: DeploymentRow | null): Asked {
  const { timeseriesSettings: series } = spec;
  const intervals = deployment?.settings.predictionIntervals;
  return {
    ...PLAIN,
    mostReasons: spec.maxExplanations,
    algorithm: spec.explanationAlgorithm ?? 'xemp',
    low: spec.thresholdLow ?? null,
    high: spec.thresholdHigh ?? null,
    classNames: spec.explanationClassNames ?? null,
    topClasses: spec.explanationNumTopClasses ?? 1,
    point: series?.type === 'forecast' && series.forecastPoint ? Date.parse(series.forecastPoint) : null,
    range: series?.type === 'historical' ? rangeOf(series) : null,
    relaxKnownInAdvance: series?.relaxKnownInAdvanceFeaturesCheck ?? false,
    intervals: intervals?.enabled ? intervals.percentiles : [],
  };
}

/** All of the past where nothing is said. */
const rangeOf = (series: {
  predictionsStartDate?: string | null | undefined;
  predictionsEndDate?: string | null | undefined;
}) => ({
  from: series.predictionsStartDate ? Date.parse(series.predictionsStartDate) : Date.UTC(1900, 0, 1),
  to: series.predictionsEndDate ? Date.parse(series.predictionsEndDate) : Date.UTC(2262, 0, 1),
});

const isOwnFile = ({ intakeSettings: intake }: BatchSpec): boolean =>
  intake.type === 'localFile' || intake.type === 'http' || (intake.type === 's3' && intake.format === 'csv');
