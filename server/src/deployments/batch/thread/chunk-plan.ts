import type { DeploymentRow, ModelPackageRow } from '../../deployments.tables.ts';
import type { RecordedAnswer } from '../../recording/prediction-record.ts';
import type { CsvDialect } from '../../scoring/rows/csv-records.ts';
import { DEFAULT_OPTIONS, type ReplyOptions, type ScoringOptions } from '../../scoring/scoring-request.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';

/** How every chunk of a job is scored and written: plain data that crosses to a thread. */
export interface ChunkPlan {
  readonly dialect: CsvDialect;
  /** Of the received rows, and of the results. */
  readonly charset: string;
  readonly writtenCharset: string;
  readonly options: ScoringOptions;
  readonly replyOptions: Omit<ReplyOptions, 'passthrough'>;
  readonly passthrough: readonly string[] | 'all';
  /** Association IDs: passed through where they are sent. */
  readonly associations: readonly string[];
  /** Whether an association ID is generated for rows without one. */
  readonly generatesIds: boolean;
  /** Probabilities of classes that are written. */
  readonly probabilities: 'all' | 'none' | readonly string[];
  /** Adds a column with the status of each row: scored, or why not. */
  readonly includesStatus: boolean;
  /** New names of columns; null drops one. */
  readonly renamed: readonly { readonly inputName: string; readonly outputName: string | null }[];
  /** Whether rows and predictions are returned, to be recorded for monitoring. */
  readonly recorded: boolean;
  /** More columns end the job; never fewer than the model uses. */
  readonly mostColumns: number;
}

/** The results of a chunk. */
export interface ScoredChunk {
  /** The result rows, without their header. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly head: Uint8Array<ArrayBuffer>;
  /** Rows sent, and of those the ones that could not be scored or were only history. */
  readonly rows: number;
  readonly scored: number;
  readonly failed: number;
  readonly skipped: number;
  readonly firstFailure: string | null;
  readonly milliseconds: number;
  readonly recorded: {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly answer: RecordedAnswer & { readonly values: Float64Array<ArrayBuffer> };
  } | null;
}

export const dialectOf = ({ csvSettings: { delimiter, quotechar } }: Pick<BatchSpec, 'csvSettings'>): CsvDialect => ({
  delimiter: delimiter === 'tab' ? 0x09 : delimiter.charCodeAt(0),
  quote: quotechar.charCodeAt(0),
});

/** From what was asked, and how the deployment behaves, to what a thread does with every chunk. */
export function chunkPlanOf(
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
    options: optionsOf(spec, deployment),
    replyOptions: {
      decimals: null,
      expectedRange: spec.predictionWarningEnabled ? warning : null,
      approval: deployment === null ? null : 'APPROVED',
      threshold: spec.predictionThreshold ?? deployment?.prediction_threshold ?? version.prediction_threshold,
      adjusted: false,
    },
    passthrough: spec.passthroughColumnsSet ?? spec.passthroughColumns ?? [],
    associations: settings?.associationId.columnNames ?? [],
    generatesIds: settings?.associationId.autoGenerateId ?? false,
    probabilities: !spec.includeProbabilities
      ? 'none'
      : spec.includeProbabilitiesClasses.length > 0
        ? spec.includeProbabilitiesClasses
        : 'all',
    includesStatus: spec.includePredictionStatus,
    renamed: spec.columnNamesRemapping ?? [],
    recorded: deployment !== null && !spec.skipDriftTracking,
    mostColumns,
  };
}

function optionsOf(spec: BatchSpec, deployment: DeploymentRow | null): ScoringOptions {
  const { timeseriesSettings: series } = spec;
  const intervals = deployment?.settings.predictionIntervals;
  return {
    ...DEFAULT_OPTIONS,
    maxExplanations: spec.maxExplanations,
    algorithm: spec.explanationAlgorithm ?? 'xemp',
    low: spec.thresholdLow ?? null,
    high: spec.thresholdHigh ?? null,
    classNames: spec.explanationClassNames ?? null,
    topClasses: spec.explanationNumTopClasses ?? 1,
    forecastPoint: series?.type === 'forecast' && series.forecastPoint ? Date.parse(series.forecastPoint) : null,
    range: series?.type === 'historical' ? rangeOf(series.predictionsStartDate, series.predictionsEndDate) : null,
    relaxKnownInAdvance: series?.relaxKnownInAdvanceFeaturesCheck ?? false,
    intervals: intervals?.enabled ? intervals.percentiles : [],
  };
}

/** All of the past where nothing is said. */
const rangeOf = (from: string | null | undefined, to: string | null | undefined) => ({
  from: from ? Date.parse(from) : Date.UTC(1900, 0, 1),
  to: to ? Date.parse(to) : Date.UTC(2262, 0, 1),
});

const isOwnFile = ({ intakeSettings: intake }: BatchSpec): boolean =>
  intake.type === 'localFile' || intake.type === 'http' || (intake.type === 's3' && intake.format === 'csv');
